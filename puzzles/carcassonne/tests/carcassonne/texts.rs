//! Tiles as people write them: any case, texts and tables.

use patsat_carcassonne::format::{read, write_board};

/// Two tiles, the second on the board.
const XML: &str = "<tiles>\n<tile left=\"city\" right=\"field\" top=\"field\" bottom=\"road\"/>\n\
    <tile left=\"field\" right=\"road\" top=\"road\" bottom=\"field\" positionX=\"1\" positionY=\"-2\"/></tiles>";

#[test]
fn one_board_in_many_hands() {
    let expected = read(XML.as_bytes()).unwrap();
    for text in [
        XML.to_uppercase(),
        XML.replace("positionX", "positionx").replace("city", " Castle ").replace("\"field", "\"Grass"),
        "# two tiles\n\nleft=city right=field top=field bottom=road\nleft=field right=road top=road bottom=field x=1 y=-2\n"
            .into(),
        "LEFT=City, RIGHT=Field, TOP=Field, BOTTOM=Road // first\r\nleft:f; right:r; top:r; bottom:f; positionX:1; positionY:-2\r\n"
            .into(),
        "left,right,top,bottom,positionX,positionY\ncity,field,field,road,,\nfield,road,road,field,1,-2\n".into(),
        "\"Left\";\"Bottom\";\"Top\";\"Right\";\"Y\";\"X\"\nc;r;f;f\n\nf;f;r;r;-2;1\n".into(),
        "left right top bottom x y\ncity field field road\nfield road road field 1 -2\n".into(),
    ] {
        let found = read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(found, expected, "{text}");
    }
    assert_eq!(read(write_board(&expected).unwrap().as_bytes()).unwrap(), expected);
}

#[test]
fn what_is_wrong_in_a_text_is_one_sentence() {
    for (text, message) in [
        ("left=city right=field\n", "line 1: found <tile> without 'top', expected top="),
        (
            "left=city right=field top=lake bottom=road\n",
            "line 1: found top='lake', expected field, city or road",
        ),
        ("left=city left=city top=city bottom=road\n", "line 1: found 'left' twice, expected each side once"),
        (
            "left=city right=field top=field bottom=road front=city\n",
            "line 1: found 'front=city', expected sides such as",
        ),
        ("left=city right=field top=field bottom=road x=1\n", "line 1: found <tile> without 'positionY'"),
        (
            "left=city right=field top=field bottom=road x=1 y=half\n",
            "line 1: found positionY='half', expected a whole number",
        ),
        (
            "left,right,top,bottom\ncity,field,field,road,city\n",
            "line 2: found 5 fields, expected 4 as in the first line",
        ),
        ("left,right,top,front\n", "line 1: found 'front', expected left, right, top and bottom"),
        ("left,right,top,left\n", "line 1: found 'left' twice"),
        ("left,right,top,bottom\n", "found no tile, expected a line such as"),
        // Without names the order of the sides is open.
        ("city field field road\n", "line 1: found 'city field field roa...', expected XML"),
    ] {
        let error = read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
}
