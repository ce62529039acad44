/** The texts for search engines on the other site. */
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
  /** False when only some people could read the post on the other site. */
  isPublished: boolean;
  createdAt: Date | null;
  updatedAt: Date | null;
  /** Keys of categories, the most important first. */
  categories: string[];
  tags: string[];
  author: string;
  address: string;
  /** Further addresses on the other site that should lead to the post. */
  furtherAddresses?: string[];
  picture: IncomingPicture | null;
  search: IncomingSearchWords;
  notes: string[];
}

/** A page of the other site. `html` and `sections` contain the same content. */
export interface IncomingPage extends IncomingPost {
  sections: PageSection[];
  /** The parts of the page's path below the address of its site, decoded. */
  parts: string[];
}

export interface IncomingPicture {
  address: string;
  alt: string;
}

export interface CaptionedPicture extends IncomingPicture {
  caption: string;
}

/** A part of a page of another site. It becomes one or more blocks here. */
export type PageSection =
  | { kind: 'text'; html: string }
  | { kind: 'split'; html: string; picture: IncomingPicture; side: 'Left' | 'Right' }
  | { kind: 'gallery'; pictures: CaptionedPicture[] }
  | { kind: 'faq'; entries: { question: string; html: string }[] }
  | { kind: 'cards'; entries: IncomingCard[] }
  | { kind: 'action'; heading: string; intro: string; label: string; url: string; look: 'Sunk' | 'Deep' };

export interface IncomingCard {
  title: string;
  body: string;
  picture: IncomingPicture | undefined;
  url: string;
}

/** A file of the other site's library. */
export interface IncomingFile {
  externalId: string;
  title: string;
  address: string;
}

export interface IncomingMenuEntry {
  externalId: string;
  /** The label of the entry. Empty: the title of its target. */
  label: string;
  /** The target: an item or a category of the other site, or an address. */
  leadsTo:
    | { kind: 'post' | 'page'; externalId: string }
    | { kind: 'category'; key: string }
    | { kind: 'address'; address: string };
  /** The number of entries above this one. 0 for an entry of the first level. */
  depth: number;
}

export interface IncomingMenu {
  /** The name by which a person chooses the menu. */
  name: string;
  entries: IncomingMenuEntry[];
}

export type Incoming =
  | { kind: 'post'; post: IncomingPost }
  | { kind: 'page'; page: IncomingPage }
  | { kind: 'attachment'; file: IncomingFile }
  | { kind: string; skipped: { externalId: string; title: string; reason: string } };

/** An address of the earlier site without an item of its own, and its target: a list of posts, or a file. */
export interface OldList {
  path: string;
  lists: { category: string } | { tag: string } | { author: string } | { file: string } | 'all' | 'feed';
}

export interface Survey {
  source: string;
  /** The address of the site, if the file contains it. */
  site?: string;
  /** The addresses of lists on the other site. */
  lists?: OldList[];
  /** The names of the site that earlier versions of this program recorded. */
  formerSources?: string[];
  /**
   * Maps keys to categories. `parents` are sorted from the nearest. `isFirst` says that it is the first category of
   * some post.
   */
  categories: Map<string, { name: string; parents: string[]; isFirst: boolean }>;
  menus: IncomingMenu[];
}

/** Reads the items. Each call reads the whole file, with limited memory. */
export interface Export {
  survey: Survey;
  items(onProgress?: OnProgress): AsyncIterable<Incoming>;
}

export type OnProgress = (part: number) => void;

export const noCategory = '(none)';
