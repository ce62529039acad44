import type { SiteSettings } from './settings/site.ts';

/** Calls a procedure by its path in the router: `call('blog.published', { page: 2 })`. */
export type CallProcedure = (path: string, input: unknown) => Promise<unknown>;

/** The error of a call that was refused during rendering. Has the shape of the tRPC client's errors. */
export class CallRefused extends Error {
  readonly data: { httpStatus: number };

  constructor(message: string, httpStatus: number) {
    super(message);
    this.data = { httpStatus };
  }
}

/** A public page as the renderer returns it. */
export interface RenderedPage {
  status: number;
  /** The elements of the head that belong to this page: title, description, canonical link … */
  head: string;
  /** The markup of the body. */
  html: string;
  /** The path and query of the page that has taken the place of this one. Set with the status 301. */
  location?: string;
  /** The error that this page reports, for the log. */
  error?: unknown;
  /** The query parameters that the page depends on. Absent: it depends on all. */
  queries?: readonly string[];
}

/** The result of a form that was posted to its page. */
export interface PostedForm {
  /** The message to show when the form was accepted. */
  sent?: string;
  /** Why the form was refused, as a whole and by field. */
  failure?: { status: number; message: string; fields: Record<string, string> };
  /** The values that the visitor typed, to fill the form again. */
  values: Record<string, string>;
}

/**
 * Renders a public page with the settings of the site. `url` is the path and query. `posted` is the result of the page's form, if it
 * was posted.
 */
export type RenderPage = (
  url: string,
  call: CallProcedure,
  site: SiteSettings,
  posted?: PostedForm,
) => Promise<RenderedPage>;
