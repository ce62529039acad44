/** The values on the other site. */
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
  /** Whether `createdAt` is the date of publication, even of a draft here. */
  isDated: boolean;
  createdAt: Date | null;
  updatedAt: Date | null;
  /** Keys, the most important first. */
  categories: string[];
  tags: string[];
  author: string;
  address: string;
  /** These will lead to the post here. */
  furtherAddresses?: string[];
  picture: IncomingPicture | null;
  search: IncomingSeo;
  /** What is changed or lost of the words, pictures, state or date. */
  notes: string[];
  /** What has no counterpart here, such as comments. */
  remarks: string[];
}

/** `html` and `sections` are two forms of the same content. */
export interface IncomingPage extends IncomingPost {
  sections: PageSection[];
  /** The decoded segments of its path below the other site's address. */
  parts: string[];
}

export interface IncomingPicture {
  address: string;
  alt: string;
}

export interface CaptionedPicture extends IncomingPicture {
  caption: string;
}

/** Becomes one or more blocks here. */
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
  /** Empty when the title of the target is the label. */
  label: string;
  /** An item or a category of the other site, or an address. */
  leadsTo:
    | { kind: 'post' | 'page'; externalId: string }
    | { kind: 'category'; key: string }
    | { kind: 'address'; address: string };
  /** 0 is the first level. */
  depth: number;
}

export interface IncomingMenu {
  /** By which a person chooses it on the command line. */
  name: string;
  entries: IncomingMenuEntry[];
}

export type Incoming =
  | { kind: 'post'; post: IncomingPost }
  | { kind: 'page'; page: IncomingPage }
  | { kind: 'attachment'; file: IncomingFile }
  | { kind: string; skipped: { externalId: string; title: string; reason: string } };

/** An address that is no item: a list of posts, the feed, or a file. */
export interface OldAddress {
  path: string;
  lists: { category: string } | { tag: string } | { author: string } | { file: string } | 'all' | 'feed';
}

export interface ExportSurvey {
  source: string;
  /** The address of the other site, if the export contains it. */
  site?: string;
  /** Of the lists of posts and of the file pages. */
  lists?: OldAddress[];
  /** Values of `source` that earlier versions of Atrium recorded for the same site. */
  formerSources?: string[];
  /** By key. `parents` begins with the nearest. `isFirst`: some post has it as its first category. */
  categories: Map<string, { name: string; parents: string[]; isFirst: boolean }>;
  menus: IncomingMenu[];
  /** Repairs of the file outside of its items. */
  repairs?: string[];
}

/** Each call of `items` reads the whole file again, one item at a time. */
export interface ForeignExport {
  survey: ExportSurvey;
  items(onProgress?: OnProgress): AsyncIterable<Incoming>;
}

export type OnProgress = (part: number) => void;

export const noCategory = '(none)';
