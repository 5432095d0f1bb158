//! What is linked, as a bill of materials in the form CycloneDX 1.5.
//!
//! # References
//! * <https://cyclonedx.org/docs/1.5/json/>

use super::packages::{Package, linked};
use super::project::Project;
use anyhow::Result;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

pub(super) fn make(project: &Project) -> Result<PathBuf> {
    let packages = linked(project)?;
    let own = format!("pkg:cargo/patsat@{}", project.version);
    let mut components: Vec<Value> = packages.values().map(component).collect();
    components.push(json!({
        "type": "library",
        "bom-ref": "cadical",
        "name": "cadical",
        "description": "C++, in the crate rustsat-cadical",
        "licenses": [{"license": {"id": "MIT"}}],
    }));
    let mut dependencies: Vec<Value> = vec![json!({
        "ref": own,
        "dependsOn": packages.keys().map(|key| purl(&key.0, &key.1)).collect::<Vec<_>>(),
    })];
    for package in packages.values() {
        let mut uses: Vec<String> = package.uses.iter().map(|key| purl(&key.0, &key.1)).collect();
        if package.name == "rustsat-cadical" {
            uses.push("cadical".into());
        }
        dependencies.push(json!({"ref": purl(&package.name, &package.version), "dependsOn": uses}));
    }
    let bill = json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "patsat",
                "version": project.version,
                "purl": own,
                "licenses": [{"expression": "MIT OR Apache-2.0"}],
                "properties": [{"name": "patsat:commit", "value": project.commit}],
            },
        },
        "components": components,
        "dependencies": dependencies,
    });
    let file = project.out.join(format!("patsat-{}.cdx.json", project.version));
    fs::write(&file, serde_json::to_string_pretty(&bill)? + "\n")?;
    Ok(file)
}

fn purl(name: &str, version: &str) -> String {
    format!("pkg:cargo/{name}@{version}")
}

fn component(package: &Package) -> Value {
    let purl = purl(&package.name, &package.version);
    let mut component = json!({
        "type": "library",
        "bom-ref": purl,
        "name": package.name,
        "version": package.version,
        "purl": purl,
        "licenses": [{"expression": package.licence}],
    });
    if let Some(checksum) = &package.checksum {
        component["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
    }
    component
}
