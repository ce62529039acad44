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
  /** By which staff find what was sent. */
  reference?: string;
  failure?: { status: number; message: string; fields: Record<string, string> };
  values: Record<string, string>;
}

/** A page with a draft. It has nothing for search engines and for link previews. */
export interface DraftNotice {
  /** ISO 8601. Shown in a bar. Absent in the panel, where a form is beside the page. */
  validUntil?: string;
}

/**
 * `url` is path and query. `posted` is the result of a form that the visitor posted. With `draft`, the page shows a draft.
 */
export type RenderPage = (
  url: string,
  call: CallProcedure,
  site: SiteSettings,
  posted?: PostedForm,
  draft?: DraftNotice,
) => Promise<RenderedPage>;

/** A draft that somebody may see. `around` returns calls that find it. */
export interface ReadableDraft {
  validUntil: string;
  /** The path of the page that shows it. */
  path: string;
  around(call: CallProcedure): CallProcedure;
}

/** Returns undefined when the link shows no draft. */
export type ReadPreview<C> = (ctx: C, pathname: string, token: string) => Promise<ReadableDraft | undefined>;
