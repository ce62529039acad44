import type { Language } from './settings/fields/region.ts';
import type { SiteSettings } from './settings/site-settings.ts';

export type CallProcedure = (path: string, input: unknown) => Promise<unknown>;

/** A refused call. Has the members of an error of the tRPC client, so pages treat both alike. */
export class CallRefused extends Error {
  readonly data: { httpStatus: number };

  constructor(message: string, httpStatus: number) {
    super(message);
    this.data = { httpStatus };
  }
}

export interface RenderedPage {
  status: number;
  head: string;
  html: string;
  location?: string;
  error?: unknown;
  /** What the page has read of the query. If absent, it may depend on every parameter. */
  queries?: readonly string[];
}

export interface PostedFormResult {
  sent?: string;
  /** Staff find the message by this reference. */
  reference?: string;
  failure?: { status: number; message: string; fields: Record<string, string> };
  values: Record<string, string>;
}

/** A page that shows a draft has no tags for search engines and link previews. */
export interface DraftNotice {
  /** When the preview link expires, in ISO 8601, for a bar on the page. Absent for the preview in the panel. */
  validUntil?: string;
}

/** `url` is path and query. `posted` is the result of a form that the visitor has sent. */
export type RenderPage = (
  url: string,
  call: CallProcedure,
  site: SiteSettings,
  posted?: PostedFormResult,
  draft?: DraftNotice,
) => Promise<RenderedPage>;

/** What the holder of a preview link may see. `around` wraps `call`, so that calls for the row return the draft. */
interface ReadableDraft {
  validUntil: string;
  path: string;
  language: Language | undefined;
  around(call: CallProcedure): CallProcedure;
}

/** Undefined if the link is not valid for a draft. */
export type ReadPreview<C> = (ctx: C, pathname: string, token: string) => Promise<ReadableDraft | undefined>;
