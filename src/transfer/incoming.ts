/** A post of another site, as its export has it; nothing of it is cleaned or checked yet. */
export interface IncomingPost {
  /** The name that the other site never gives twice. */
  externalId: string;
  /** Names under which earlier versions of this program may have entered it among the imported. */
  formerIds?: string[];
  /** As HTML or text; may be empty. */
  title: string;
  html: string;
  excerpt: string;
  /** False for whatever not everybody could read there. */
  isPublished: boolean;
  createdAt: Date | null;
  updatedAt: Date | null;
  /** The keys of its categories, the most important first. */
  categories: string[];
  tags: string[];
  author: string;
  /** Where it stood. */
  address: string;
  picture: IncomingPicture | null;
  /** What changes on the way, in words. */
  notes: string[];
}

export interface IncomingPicture {
  address: string;
  /** What it shows, in words, where the other site says. */
  alt: string;
}

/** Something in an export: a post, or what is left out and why. */
export type Incoming =
  | { kind: 'post'; post: IncomingPost }
  | { kind: string; skipped: { externalId: string; title: string; reason: string } };

/** What one look through an export tells before anything is taken over. */
export interface Survey {
  /** The site that it comes from, as `imported_items` names it. */
  source: string;
  /** What earlier versions called that site. */
  formerSources?: string[];
  /** The categories in use, by key: what a person reads, and the keys of those it lies in, the nearest first. */
  categories: Map<string, { name: string; parents: string[] }>;
}

/** An export of another site. Each reading goes through the whole file, in flat memory. */
export interface Export {
  survey: Survey;
  items(onProgress?: OnProgress): AsyncIterable<Incoming>;
}

/** Called with the part of the file that is read, from 0 to 1. */
export type OnProgress = (part: number) => void;

/** The key of posts that are in no category. */
export const noCategory = '(none)';
