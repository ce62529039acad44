import type { SiteSettings } from './settings/site.ts';

export type CallProcedure = (path: string, input: unknown) => Promise<unknown>;

/**
 * The error of a refused call. Pages can treat this error like an error of the tRPC client, because both have the same
 * members.
 */
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
  /** The query parameters that the page has read. If absent, the page may depend on every query parameter. */
  queries?: readonly string[];
}

export interface PostedFormResult {
  sent?: string;
  /** The reference with which staff can find the message that was sent. */
  reference?: string;
  failure?: { status: number; message: string; fields: Record<string, string> };
  values: Record<string, string>;
}

/** The notice on a page that shows a draft. Such a page has no tags for search engines and link previews. */
export interface DraftNotice {
  /**
   * The moment when the preview link expires, in ISO 8601. A bar on the page shows this moment. Absent for
   * the preview in the panel.
   */
  validUntil?: string;
}

/**
 * Renders a page. `url` contains the path and the query. `posted` is the result of a form that the visitor has sent. If
 * `draft` is given, the page shows a draft.
 */
export type RenderPage = (
  url: string,
  call: CallProcedure,
  site: SiteSettings,
  posted?: PostedFormResult,
  draft?: DraftNotice,
) => Promise<RenderedPage>;

/**
 * A draft that the holder of a preview link may see. `around` wraps `call`, so that calls for the row return
 * the draft.
 */
interface ReadableDraft {
  validUntil: string;
  /** The path of the page that shows the draft. */
  path: string;
  around(call: CallProcedure): CallProcedure;
}

/** Returns the draft that a preview link shows, or undefined if the link is not valid for a draft. */
export type ReadPreview<C> = (ctx: C, pathname: string, token: string) => Promise<ReadableDraft | undefined>;
