/** Calls a procedure by its path in the router: `call('blog.published', { page: 2 })`. */
export type CallProcedure = (path: string, input: unknown) => Promise<unknown>;

/**
 * What a refused call rejects with while a page is rendered, in the shape that the tRPC client gives.
 */
export class CallRefused extends Error {
  readonly data: { httpStatus: number };

  constructor(message: string, httpStatus: number) {
    super(message);
    this.data = { httpStatus };
  }
}

/** A public page as the server's renderer gives it. */
export interface RenderedPage {
  status: number;
  /** The elements of the head that belong to this page: title, description, canonical link … */
  head: string;
  /** The markup of the body. */
  html: string;
  /** What went wrong, when this is the page that says so; for the log. */
  error?: unknown;
  /** Which of the address's queries it was made from: whatever the others say, the page is the same. Absent: all of them. */
  queries?: readonly string[];
}

/** What became of a form that was posted to its page. */
export interface PostedForm {
  /** Said when it has arrived. */
  sent?: string;
  /** Why it was refused, on the whole and under each field. */
  failure?: { status: number; message: string; fields: Record<string, string> };
  /** What was typed, to stand in the form again. */
  values: Record<string, string>;
}

/** Renders a public page, with what became of its form where one was posted; `url` is path and query. */
export type RenderPage = (url: string, call: CallProcedure, posted?: PostedForm) => Promise<RenderedPage>;
