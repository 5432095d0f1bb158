//! What Solvitaire's presets say, as far as they differ from the usual values.

/// The presets that ours are labelled with. King Albert and Spiderette are not among them.
pub(super) const OWN: &[(&str, &str)] = &[
    ("bakers-game", r#"{"tableau piles": {"build policy": "same-suit"}, "cells": {"count": 4}}"#),
    (
        "eight-off",
        r#"{"tableau piles": {"build policy": "same-suit", "spaces policy": "kings"}, "cells": {"count": 8, "pre-filled": 4}}"#,
    ),
    (
        "seahaven-towers",
        r#"{"tableau piles": {"count": 10, "build policy": "same-suit", "spaces policy": "kings"}, "cells": {"count": 4, "pre-filled": 2}}"#,
    ),
    (
        "fore-cell",
        r#"{"tableau piles": {"build policy": "red-black", "spaces policy": "kings"}, "cells": {"count": 4, "pre-filled": 4}}"#,
    ),
    ("beleaguered-castle", r#"{"foundations": {"initial cards": "all"}}"#),
    ("streets-and-alleys", r#"{"tableau piles": {"count": 8, "build policy": "any-suit"}}"#),
    (
        "forty-thieves",
        r#"{"tableau piles": {"count": 10, "build policy": "same-suit"}, "stock": {"size": 64}, "two decks": true}"#,
    ),
    (
        "limited",
        r#"{"tableau piles": {"count": 12, "build policy": "same-suit"}, "stock": {"size": 68}, "two decks": true}"#,
    ),
    (
        "streets",
        r#"{"tableau piles": {"count": 10, "build policy": "red-black"}, "stock": {"size": 64}, "two decks": true}"#,
    ),
    (
        "maria",
        r#"{"tableau piles": {"count": 9, "build policy": "red-black"}, "stock": {"size": 68}, "two decks": true}"#,
    ),
    (
        "canfield",
        r#"{"tableau piles": {"count": 4, "build policy": "red-black", "move built group": "partial-if-card-above-buildable", "spaces policy": "auto-reserve-then-any"}, "foundations": {"initial cards": "one", "base card": "random"}, "stock": {"size": 34, "deal count": 3, "redeal": true}, "reserve": {"size": 13, "stacked": true}}"#,
    ),
    (
        "canfield-strict",
        r#"{"tableau piles": {"count": 4, "build policy": "red-black", "move built group": "whole-pile", "spaces policy": "auto-reserve-then-waste"}, "foundations": {"initial cards": "one", "base card": "random"}, "stock": {"size": 34, "deal count": 3, "redeal": true}, "reserve": {"size": 13, "stacked": true}}"#,
    ),
    (
        "american-toad",
        r#"{"tableau piles": {"build policy": "same-suit", "move built group": "whole-pile", "spaces policy": "auto-reserve-then-waste"}, "foundations": {"initial cards": "one", "base card": "random"}, "stock": {"size": 75}, "reserve": {"size": 20, "stacked": true}, "two decks": true}"#,
    ),
    (
        "chameleon",
        r#"{"tableau piles": {"count": 3, "move built group": "yes"}, "reserve": {"size": 13, "stacked": true}, "stock": {"size": 36}}"#,
    ),
    (
        "fortunes-favor",
        r#"{"tableau piles": {"count": 12, "build policy": "same-suit", "spaces policy": "auto-waste-then-stock"}, "foundations": {"initial cards": "all"}, "stock": {"size": 36}}"#,
    ),
    (
        "golf",
        r#"{"tableau piles": {"count": 7, "build policy": "no-build"}, "foundations": {"present": false}, "stock": {"size": 16, "deal type": "hole"}, "hole": {"present": true, "base card": "random", "build loops": false}}"#,
    ),
    (
        "black-hole",
        r#"{"tableau piles": {"count": 17, "build policy": "no-build"}, "foundations": {"present": false}, "hole": {"present": true}}"#,
    ),
    (
        "worm-hole",
        r#"{"tableau piles": {"count": 17, "build policy": "no-build"}, "foundations": {"present": false}, "cells": {"count": 1}, "hole": {"present": true}}"#,
    ),
    (
        "will-o-the-wisp",
        r#"{"tableau piles": {"count": 7, "move built group": "yes", "move built group policy": "same-suit"}, "foundations": {"only complete pile moves": true}, "stock": {"size": 31, "deal type": "tableau piles"}}"#,
    ),
    (
        "mrs-mop",
        r#"{"tableau piles": {"count": 13, "move built group": "yes", "move built group policy": "same-suit"}, "foundations": {"only complete pile moves": true}, "two decks": true}"#,
    ),
    (
        "klondike",
        r#"{"tableau piles": {"count": 7, "build policy": "red-black", "spaces policy": "kings", "move built group": "partial-if-card-above-buildable", "diagonal deal": true, "face up cards": "top"}, "foundations": {"removable": true}, "stock": {"size": 24, "deal count": 3, "redeal": true}}"#,
    ),
    (
        "klondike-deal-1",
        r#"{"tableau piles": {"count": 7, "build policy": "red-black", "spaces policy": "kings", "move built group": "partial-if-card-above-buildable", "diagonal deal": true, "face up cards": "top"}, "foundations": {"removable": true}, "stock": {"size": 24, "deal count": 1, "redeal": true}}"#,
    ),
    (
        "trigon",
        r#"{"tableau piles": {"count": 7, "build policy": "same-suit", "spaces policy": "kings", "move built group": "yes", "diagonal deal": true, "face up cards": "top"}, "foundations": {"removable": false}, "stock": {"size": 24, "deal count": 1, "redeal": true}}"#,
    ),
    (
        "thirtysix",
        r#"{"tableau piles": {"count": 6, "build policy": "any-suit", "move built group": "yes"}, "stock": {"size": 16, "deal count": 1, "redeal": false}}"#,
    ),
    (
        "east-haven",
        r#"{"tableau piles": {"count": 7, "build policy": "red-black", "move built group": "yes", "face up cards": "top"}, "foundations": {"removable": true}, "stock": {"size": 31, "deal type": "tableau piles"}}"#,
    ),
    (
        "northwest-territory",
        r#"{"tableau piles": {"build policy": "red-black", "move built group": "partial-if-card-above-buildable", "spaces policy": "kings", "diagonal deal": true, "face up cards": "top"}, "foundations": {"removable": true}, "reserve": {"size": 16}}"#,
    ),
    (
        "gargantua",
        r#"{"tableau piles": {"count": 9, "build policy": "red-black", "spaces policy": "kings", "move built group": "yes", "diagonal deal": true, "face up cards": "top"}, "foundations": {"removable": true}, "stock": {"size": 59, "deal count": 1, "redeal": false}, "two decks": true}"#,
    ),
    (
        "fan",
        r#"{"tableau piles": {"count": 18, "build policy": "same-suit", "spaces policy": "kings"}, "foundations": {"removable": true}}"#,
    ),
    (
        "scotch-patience",
        r#"{"tableau piles": {"count": 18, "build policy": "red-black", "spaces policy": "no-build"}, "foundations": {"removable": true}}"#,
    ),
    (
        "somerset",
        r#"{"tableau piles": {"count": 10, "build policy": "red-black", "diagonal deal": true}, "foundations": {"removable": true}}"#,
    ),
    (
        "raglan",
        r#"{"tableau piles": {"count": 9, "build policy": "red-black", "diagonal deal": true}, "reserve": {"size": 6}, "foundations": {"removable": true, "initial cards": "all"}}"#,
    ),
    (
        "flower-garden",
        r#"{"tableau piles": {"count": 6}, "reserve": {"size": 16}, "foundations": {"removable": true}}"#,
    ),
    ("spanish-patience", r#"{"tableau piles": {"count": 13}, "foundations": {"removable": true}}"#),
    (
        "castles-of-spain",
        r#"{"tableau piles": {"count": 13, "build policy": "red-black"}, "foundations": {"removable": true}}"#,
    ),
    (
        "delta-star",
        r#"{"tableau piles": {"count": 12, "build policy": "same-suit"}, "foundations": {"initial cards": "all"}}"#,
    ),
    (
        "alpha-star",
        r#"{"tableau piles": {"count": 12, "build policy": "same-suit", "move built group": "yes"}, "foundations": {"initial cards": "all"}}"#,
    ),
    (
        "american-canister",
        r#"{"tableau piles": {"count": 8, "build policy": "red-black", "move built group": "yes", "spaces policy": "any"}}"#,
    ),
    (
        "british-canister",
        r#"{"tableau piles": {"count": 8, "build policy": "red-black", "move built group": "no", "spaces policy": "kings"}}"#,
    ),
    (
        "stronghold",
        r#"{"tableau piles": {"count": 8, "build policy": "any-suit"}, "foundations": {"initial cards": "none"}, "cells": {"count": 1}}"#,
    ),
    (
        "siegecraft",
        r#"{"tableau piles": {"count": 8, "build policy": "any-suit"}, "foundations": {"initial cards": "all"}, "cells": {"count": 1}}"#,
    ),
];
