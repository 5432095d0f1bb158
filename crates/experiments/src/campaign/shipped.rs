//! Campaigns that come with the program.

/// Their names and files.
pub const SHIPPED: [(&str, &str); 9] = [
    ("quick", include_str!("../../campaigns/quick.toml")),
    ("freecell", include_str!("../../campaigns/freecell.toml")),
    ("optimal", include_str!("../../campaigns/optimal.toml")),
    ("spider", include_str!("../../campaigns/spider.toml")),
    ("forty-thieves", include_str!("../../campaigns/forty-thieves.toml")),
    ("planning", include_str!("../../campaigns/planning.toml")),
    ("reductions", include_str!("../../campaigns/reductions.toml")),
    ("thesis", include_str!("../../campaigns/thesis.toml")),
    ("tiles", include_str!("../../campaigns/tiles.toml")),
];

/// The file of the campaign of that name.
#[must_use]
pub fn shipped(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
