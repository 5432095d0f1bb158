//! Campaigns that come with the program.

/// Their names and files.
pub const SHIPPED: [(&str, &str); 8] = [
    ("quick", include_str!("../../benches/campaigns/quick.toml")),
    ("freecell", include_str!("../../benches/campaigns/freecell.toml")),
    ("optimal", include_str!("../../benches/campaigns/optimal.toml")),
    ("spider", include_str!("../../benches/campaigns/spider.toml")),
    ("forty-thieves", include_str!("../../benches/campaigns/forty-thieves.toml")),
    ("reductions", include_str!("../../benches/campaigns/reductions.toml")),
    ("thesis", include_str!("../../benches/campaigns/thesis.toml")),
    ("tiles", include_str!("../../benches/campaigns/tiles.toml")),
];

/// The file of the campaign of that name.
#[must_use]
pub fn shipped(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
