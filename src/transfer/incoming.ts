import type { PageSection } from './page-sections.ts';

/** What search engines were told on the other site. */
export interface IncomingSearchWords {
  title: string;
  description: string;
  canonical: string;
  isHidden: boolean;
}

export interface IncomingPost {
  externalId: string;
  formerIds?: string[];
  title: string;
  html: string;
  excerpt: string;
  /** False when some people could not read the post on the other site. */
  isPublished: boolean;
  createdAt: Date | null;
  updatedAt: Date | null;
  /** Keys of categories, the most important first. */
  categories: string[];
  tags: string[];
  author: string;
  address: string;
  /** Other addresses there that are to lead to the post. */
  furtherAddresses?: string[];
  picture: IncomingPicture | null;
  search: IncomingSearchWords;
  notes: string[];
}

/** A page of its own. `html` is the same content as `sections`. */
export interface IncomingPage extends IncomingPost {
  sections: PageSection[];
  /** The parts of its path below the address of its site. Decoded. */
  parts: string[];
}

export interface IncomingPicture {
  address: string;
  alt: string;
}

export type Incoming =
  | { kind: 'post'; post: IncomingPost }
  | { kind: 'page'; page: IncomingPage }
  | { kind: string; skipped: { externalId: string; title: string; reason: string } };

/** A list of posts on the earlier site, and what it listed. */
export interface OldList {
  path: string;
  lists: { category: string } | { tag: string } | { author: string } | 'all' | 'feed';
}

export interface Survey {
  source: string;
  /** The address of the site, if the file says it. */
  site?: string;
  /** The addresses of lists there. */
  lists?: OldList[];
  /** The names that earlier versions of this program used for the site. */
  formerSources?: string[];
  /** Maps keys to categories. The nearest parent comes first. */
  categories: Map<string, { name: string; parents: string[] }>;
}

/** Every call of `items` reads the whole file with limited memory. */
export interface Export {
  survey: Survey;
  items(onProgress?: OnProgress): AsyncIterable<Incoming>;
}

export type OnProgress = (part: number) => void;

export const noCategory = '(none)';
