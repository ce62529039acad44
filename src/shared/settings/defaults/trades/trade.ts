import { textIn, type Translated } from '../../../words/translated.ts';
import type { Language } from '../../fields/region.ts';
import type { GroupValues } from '../../groups.ts';

/** An entry of a list: its key, which is the same in every language, and its name in every language. */
type Row = readonly [key: string, ...name: Translated];

/** The default lists and texts for a trade. If an optional part is absent, the text for any trade is used. */
export interface TradeTexts {
  tagline?: Translated;
  summary?: Translated;
  blog_categories: readonly Row[];
  portfolio_categories: readonly Row[];
  /** The keys are the values that rows of team members store. */
  team_sections: readonly Row[];
  team_roles: readonly Row[];
  /**
   * Set when the drawing of a building suits the trade. Otherwise, the home page shows no drawing by default.
   */
  hasDrawing?: true;
  services?: readonly {
    key: string;
    title: Translated;
    summary: Translated;
    points: readonly Translated[];
  }[];
}

/** Returns the default values with the lists and texts of a trade in a language. */
export function withTrade<T extends Pick<GroupValues, 'company' | 'pages' | 'lists' | 'choices'>>(
  defaults: T,
  trade: TradeTexts,
  language: Language,
): T {
  const { company, pages, lists, choices } = defaults;
  const say = (texts: Translated) => textIn(language, texts);
  const entries = (rows: readonly Row[]) =>
    rows.map(([key, ...name]) => ({ key, name: say(name), former: [] as string[] }));
  const categories = (rows: readonly Row[]) =>
    entries(rows).map(({ key, name, former }) => ({ key, name, motif: '' as const, former }));
  const services = trade.services?.map(({ key, title, summary, points }) => ({
    key,
    title: say(title),
    summary: say(summary),
    points: points.map(say),
  }));
  return {
    ...defaults,
    company: {
      ...company,
      tagline: trade.tagline ? say(trade.tagline) : company.tagline,
      summary: trade.summary ? say(trade.summary) : company.summary,
    },
    pages: trade.hasDrawing ? pages : { ...pages, home: { ...pages.home, opening: 'words' } },
    lists: { ...lists, services: services ?? lists.services },
    choices: {
      ...choices,
      blog_categories: categories(trade.blog_categories),
      portfolio_categories: categories(trade.portfolio_categories),
      team_sections: entries(trade.team_sections).map(({ key, name, former }, place) => ({
        key,
        name,
        is_first_large: place === 0,
        former,
      })),
      team_roles: entries(trade.team_roles),
    },
  };
}
