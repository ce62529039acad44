import type { SiteSettings } from './settings/site.ts';

export type CallProcedure = (path: string, input: unknown) => Promise<unknown>;

/** Has the members of the tRPC client's errors. */
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
  /** When absent, the page depends on all query parameters. */
  queries?: readonly string[];
}

export interface PostedForm {
  sent?: string;
  /** The reference by which staff find what was sent. */
  reference?: string;
  failure?: { status: number; message: string; fields: Record<string, string> };
  values: Record<string, string>;
}

/** Makes a page show a draft. Such a page has no tags for search engines and link previews. */
export interface DraftNotice {
  /**
   * The end of the link, in ISO 8601, which a bar on the page shows. Absent in the panel, where the page is shown
   * beside its form.
   */
  validUntil?: string;
}

/**
 * Renders a page. `url` contains path and query. `posted` is the result of a form that the visitor sent. With `draft`,
 * the page shows a draft.
 */
export type RenderPage = (
  url: string,
  call: CallProcedure,
  site: SiteSettings,
  posted?: PostedForm,
  draft?: DraftNotice,
) => Promise<RenderedPage>;

/** A draft that somebody may see. `around` wraps calls so that they find the draft. */
export interface ReadableDraft {
  validUntil: string;
  /** The path of the page that shows the draft. */
  path: string;
  around(call: CallProcedure): CallProcedure;
}

/** Returns undefined when the link shows no draft. */
export type ReadPreview<C> = (ctx: C, pathname: string, token: string) => Promise<ReadableDraft | undefined>;
