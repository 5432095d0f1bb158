//! What rules use, as a set: so each part of the program states once what it supports.

use super::{Build, EmptyColumn, FirstCard, Group, Home, RankStep, Redeals, Rules, Stock};
use std::fmt;

/// Writes the enum, the list of all its values and their texts from one table.
macro_rules! features {
    ($($name:ident = $text:literal,)*) => {
        /// Something that some rules use and some parts of the program do not support.
        ///
        /// A new field of [`Rules`] gets features of its own. Then every part refuses games that use it, by name,
        /// until the part lists the feature as supported.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum Feature {
            $(#[doc = $text] $name,)*
        }

        impl Feature {
            /// All features, in their order.
            pub const ALL: &[Feature] = &[$(Feature::$name),*];

            /// The feature as a noun phrase.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self {
                    $(Feature::$name => $text,)*
                }
            }
        }
    };
}

features! {
    EqualCards = "equal cards",
    Cells = "cells",
    AlternateColour = "building in alternate colours",
    SameSuit = "building in one suit",
    AnySuit = "building in any suit",
    NoBuilding = "columns without building",
    AnyLowerRank = "building by more than one rank",
    Supermoves = "supermoves",
    SuitRuns = "runs of one suit that move as one",
    BuiltRuns = "built runs that move as one",
    TopRankFills = "empty columns for the highest rank only",
    NothingFills = "empty columns that stay empty",
    CardsGoHome = "cards that go home one by one",
    RunsLeave = "complete runs that leave by themselves",
    RunsByMove = "complete runs that a move collects",
    Waste = "a waste",
    PlayableStock = "a stock whose top card may be played",
    Redeals = "redeals",
    Rows = "rows dealt from the stock",
    RowsOntoEmpty = "rows dealt onto empty columns",
    WorryingBack = "cards that come back from the foundations",
    DrawsOfSeveral = "draws of several cards",
    UnlimitedRedeals = "unlimited redeals",
    AnyFaceUp = "face-up cards that move with all that lies on them",
    SameColour = "building in one colour",
    WholeColumns = "whole columns that move as one",
    PartsForHome = "parts of runs that move only to let a card go home",
    FilledColumns = "empty columns that are filled by themselves",
    WholeColumnsLeave = "complete runs that leave as whole columns only",
    Hole = "a hole",
    OtherBase = "foundations that do not begin with the ace",
    StackedReserve = "a stacked reserve",
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A set of features.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Features(u64);

impl Features {
    /// The features up to [`Feature::RowsOntoEmpty`], which lowering and the checker of patterns support. Later ones are
    /// listed in the parts that support them.
    pub const BASIC: Features = Features((1 << (Feature::RowsOntoEmpty as u64 + 1)) - 1);

    /// The set of these features.
    #[must_use]
    pub const fn of(features: &[Feature]) -> Features {
        let (mut set, mut n) = (0, 0);
        while n < features.len() {
            set |= 1 << features[n] as u64;
            n += 1;
        }
        Features(set)
    }

    /// These and others.
    #[must_use]
    pub const fn with(self, others: Features) -> Features {
        Features(self.0 | others.0)
    }

    fn add(&mut self, feature: Feature) {
        self.0 |= 1 << feature as u64;
    }

    fn add_if(&mut self, used: bool, feature: Feature) {
        if used {
            self.add(feature);
        }
    }

    /// Whether the set has a feature.
    #[must_use]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 & 1 << feature as u64 != 0
    }

    /// The first feature of this set that is not in `supported`.
    #[must_use]
    pub fn outside(self, supported: Features) -> Option<Feature> {
        let outside = Features(self.0 & !supported.0);
        if outside.0 == 0 { None } else { Feature::ALL.iter().copied().find(|&feature| outside.has(feature)) }
    }
}

impl Rules {
    /// What these rules use.
    #[must_use]
    pub fn features(&self) -> Features {
        // Without `..`, so that a new field does not compile before it has features here.
        let Rules {
            name: _,
            deck,
            columns: _,
            cells,
            layout,
            build,
            step,
            group,
            empty_column,
            home,
            stock,
            worrying_back,
            base,
        } = self;
        let mut used = Features::default();
        used.add(match build {
            Build::AlternateColour => Feature::AlternateColour,
            Build::SameSuit => Feature::SameSuit,
            Build::SameColour => Feature::SameColour,
            Build::AnySuit => Feature::AnySuit,
            Build::Nothing => Feature::NoBuilding,
        });
        used.add(match home {
            Home::Foundations => Feature::CardsGoHome,
            Home::Runs => Feature::RunsLeave,
            Home::RunsByMove => Feature::RunsByMove,
            Home::WholeColumns => Feature::WholeColumnsLeave,
            Home::Hole | Home::HoleAroundCorner => Feature::Hole,
        });
        match group {
            Group::Single => {}
            Group::BySpaces => used.add(Feature::Supermoves),
            Group::SuitRun => used.add(Feature::SuitRuns),
            Group::BuiltRun => used.add(Feature::BuiltRuns),
            Group::AnyFaceUp => used.add(Feature::AnyFaceUp),
            Group::WholeColumn => used.add(Feature::WholeColumns),
            Group::PartForHome => used.add(Feature::PartsForHome),
        }
        match empty_column {
            EmptyColumn::Any => {}
            EmptyColumn::TopRank => used.add(Feature::TopRankFills),
            EmptyColumn::Nothing => used.add(Feature::NothingFills),
            EmptyColumn::ReserveThenAny | EmptyColumn::ReserveThenWaste | EmptyColumn::WasteThenStock => {
                used.add(Feature::FilledColumns);
            }
        }
        match *stock {
            // The hole has its feature already.
            Stock::None | Stock::Hole => {}
            Stock::Waste { redeals, playable, draw } => {
                used.add(Feature::Waste);
                used.add_if(redeals != Redeals::NONE, Feature::Redeals);
                used.add_if(redeals == Redeals::Unlimited, Feature::UnlimitedRedeals);
                used.add_if(draw > 1, Feature::DrawsOfSeveral);
                used.add_if(playable, Feature::PlayableStock);
            }
            Stock::Rows { onto_empty } => {
                used.add(Feature::Rows);
                used.add_if(onto_empty, Feature::RowsOntoEmpty);
            }
        }
        used.add_if(*step == RankStep::Any, Feature::AnyLowerRank);
        used.add_if(*cells > 0, Feature::Cells);
        used.add_if(*worrying_back, Feature::WorryingBack);
        // A deal decides the base where the first card does.
        used.add_if(
            *base != 1 || (layout.first_card != FirstCard::Dealt && !home.is_hole()),
            Feature::OtherBase,
        );
        used.add_if(layout.stacked, Feature::StackedReserve);
        used.add_if(deck.even_copies() != Some(1), Feature::EqualCards);
        used
    }

    /// The first feature of these rules that is not in `supported`.
    #[must_use]
    pub fn unsupported(&self, supported: Features) -> Option<Feature> {
        self.features().outside(supported)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PRESETS;

    #[test]
    fn every_feature_is_used_by_some_rules_and_named_once() {
        let mut seen = Features::default();
        for preset in PRESETS {
            let rules = Rules::preset(preset.name).unwrap();
            seen.0 |= rules.features().0;
            assert_eq!(rules.unsupported(rules.features()), None);
            let first = rules.features().outside(Features::default());
            assert!(first.is_some_and(|first| rules.features().has(first)), "{}", preset.name);
        }
        // What no preset has.
        let mut rules = Rules::preset("freecell").unwrap();
        (rules.step, rules.build, rules.group) = (RankStep::Any, Build::Nothing, Group::BuiltRun);
        (rules.stock, rules.empty_column) = (Stock::waste(1, true), EmptyColumn::Nothing);
        seen.0 |= rules.features().0;
        rules.worrying_back = true;
        (rules.stock, rules.home) = (Stock::Rows { onto_empty: true }, Home::RunsByMove);
        seen.0 |= rules.features().0;
        for (n, feature) in Feature::ALL.iter().copied().enumerate() {
            assert_eq!(feature as usize, n);
            assert!(seen.has(feature), "{feature}");
            assert_eq!(Feature::ALL.iter().filter(|other| other.text() == feature.text()).count(), 1);
        }
    }
}
