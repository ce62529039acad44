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
  failure?: { status: number; message: string; fields: Record<string, string> };
  values: Record<string, string>;
}

/** `url` is path and query. `posted` is the result of a form that the visitor posted. */
export type RenderPage = (
  url: string,
  call: CallProcedure,
  site: SiteSettings,
  posted?: PostedForm,
) => Promise<RenderedPage>;
