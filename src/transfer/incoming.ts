/** The texts of a post for search engines, as the other site has them. */
export interface IncomingSeo {
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
  /** Whether everybody could read the post on the other site. */
  isPublished: boolean;
  /** Whether `createdAt` is the date of its publication, even if it is a draft here. */
  isDated: boolean;
  createdAt: Date | null;
  updatedAt: Date | null;
  /** The keys of the categories of the post, the most important first. */
  categories: string[];
  tags: string[];
  author: string;
  address: string;
  /** Further addresses of the post on the other site, which will lead to the post here. */
  furtherAddresses?: string[];
  picture: IncomingPicture | null;
  search: IncomingSeo;
  /** What is changed or lost of the words, pictures, state or date. */
  notes: string[];
  /** What has no counterpart here, such as comments. */
  remarks: string[];
}

/** A page of the other site. `html` and `sections` are two forms of the same content. */
export interface IncomingPage extends IncomingPost {
  sections: PageSection[];
  /** The decoded segments of the page's path below the address of the other site. */
  parts: string[];
}

export interface IncomingPicture {
  address: string;
  alt: string;
}

export interface CaptionedPicture extends IncomingPicture {
  caption: string;
}

/** A section of a page of the other site. One section becomes one or more blocks here. */
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
  /** The label of the entry. Empty when the title of the target is used as the label. */
  label: string;
  /** The target of the entry: an item or a category of the other site, or an address. */
  leadsTo:
    | { kind: 'post' | 'page'; externalId: string }
    | { kind: 'category'; key: string }
    | { kind: 'address'; address: string };
  /** The level of the entry. 0 is the first level. */
  depth: number;
}

export interface IncomingMenu {
  /** The name with which a person chooses the menu on the command line. */
  name: string;
  entries: IncomingMenuEntry[];
}

export type Incoming =
  | { kind: 'post'; post: IncomingPost }
  | { kind: 'page'; page: IncomingPage }
  | { kind: 'attachment'; file: IncomingFile }
  | { kind: string; skipped: { externalId: string; title: string; reason: string } };

/**
 * An address of the other site that is not an item, and what it shows: a list of posts, the feed, or a file.
 */
export interface OldAddress {
  path: string;
  lists: { category: string } | { tag: string } | { author: string } | { file: string } | 'all' | 'feed';
}

export interface ExportSurvey {
  source: string;
  /** The address of the other site, if the export contains it. */
  site?: string;
  /** The addresses of the lists of posts and of the file pages on the other site. */
  lists?: OldAddress[];
  /** The values of `source` that earlier versions of Atrium recorded for the same site. */
  formerSources?: string[];
  /**
   * The categories of the other site by key. `parents` begins with the nearest parent. `isFirst` is true if
   * the category is the first category of any post.
   */
  categories: Map<string, { name: string; parents: string[]; isFirst: boolean }>;
  menus: IncomingMenu[];
  /** What had to be repaired in the file outside of its items. */
  repairs?: string[];
}

/** An export of another program. Each call of `items` reads the whole file again, one item at a time. */
export interface ForeignExport {
  survey: ExportSurvey;
  items(onProgress?: OnProgress): AsyncIterable<Incoming>;
}

export type OnProgress = (part: number) => void;

export const noCategory = '(none)';
