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

export interface CaptionedPicture extends IncomingPicture {
  caption: string;
}

/** A part of a page of another site, which becomes one or more blocks here. */
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
  /** Empty: the title of what it leads to. */
  label: string;
  /** What it leads to: an item or a category of the other site, or an address. */
  leadsTo:
    | { kind: 'post' | 'page'; externalId: string }
    | { kind: 'category'; key: string }
    | { kind: 'address'; address: string };
  /** 0 for an entry that is below no other one. */
  depth: number;
}

export interface IncomingMenu {
  /** By which a person chooses the menu. */
  name: string;
  entries: IncomingMenuEntry[];
}

export type Incoming =
  | { kind: 'post'; post: IncomingPost }
  | { kind: 'page'; page: IncomingPage }
  | { kind: 'attachment'; file: IncomingFile }
  | { kind: string; skipped: { externalId: string; title: string; reason: string } };

/** A page of the earlier site that has no row, and what it showed: a list of posts, or a file. */
export interface OldList {
  path: string;
  lists: { category: string } | { tag: string } | { author: string } | { file: string } | 'all' | 'feed';
}

export interface Survey {
  source: string;
  /** The address of the site, if the file says it. */
  site?: string;
  /** The addresses of lists there. */
  lists?: OldList[];
  /** The names that earlier versions of this program used for the site. */
  formerSources?: string[];
  /** Maps keys to categories. The nearest parent comes first. `isFirst`: it is the first category of some post. */
  categories: Map<string, { name: string; parents: string[]; isFirst: boolean }>;
  menus: IncomingMenu[];
}

/** Every call of `items` reads the whole file with limited memory. */
export interface Export {
  survey: Survey;
  items(onProgress?: OnProgress): AsyncIterable<Incoming>;
}

export type OnProgress = (part: number) => void;

export const noCategory = '(none)';
