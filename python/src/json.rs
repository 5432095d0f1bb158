//! JSON of the program as Python values, so that fields have the same names in both.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyNone};
use serde_json::{Map, Value};

/// Returns a JSON value as a Python object.
pub(crate) fn value<'py>(py: Python<'py>, json: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match json {
        Value::Null => PyNone::get(py).to_owned().into_any(),
        Value::Bool(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(n), _) => n.into_pyobject(py)?.into_any(),
            (None, Some(n)) => n.into_pyobject(py)?.into_any(),
            (None, None) => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(items) => {
            let items = items.iter().map(|item| value(py, item)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Object(fields) => dict(py, fields)?.into_any(),
    })
}

/// Returns the fields of a JSON object as a dict.
pub(crate) fn dict<'py>(py: Python<'py>, fields: &Map<String, Value>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, field) in fields {
        dict.set_item(name, value(py, field)?)?;
    }
    Ok(dict)
}
