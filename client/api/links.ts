import { type Operation, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import type { AppRouter } from '../../src/router.ts';
import type { ProofMethod } from '../../src/shared/errors.ts';
import { ForeignAnswer, uploadStopped } from './errors.ts';

interface FormLinkOptions {
  url: string;
  headers: (op: { context: object }) => Record<string, string>;
}

/** The options of a call that the links read, for example in `useMutation({ trpc: { context: { form: true, onProgress } } })`. */
export interface CallContext {
  /** Sends the input as multipart/form-data. */
  form?: boolean;
  /** Called with the uploaded share, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Called at the start with a function that cancels the upload. */
  onBegin?: (stop: () => void) => void;
  /** Sends the call in a request of its own, not in a batch. */
  alone?: boolean;
  /**
   * Identifies the action, so that the server executes it once even if the call is repeated. Only for calls
   * outside a batch.
   */
  requestKey?: string;
  /**
   * The program makes the call without an action of the person. The call neither extends the session nor interrupts
   * unsaved input to ask for a sign-in.
   */
  isBackground?: boolean;
}

/**
 * Sends the input of a call as a multipart form. Uses XMLHttpRequest, because fetch does not report the
 * upload's progress.
 */
export function uploadLink({ url, headers }: FormLinkOptions): TRPCLink<AppRouter> {
  return () =>
    ({ op }) =>
      observable((observer) => {
        const { onProgress, onBegin } = op.context as CallContext;
        const request = new XMLHttpRequest();
        request.open('POST', `${url}/${op.path}`);
        request.withCredentials = true;
        for (const [name, value] of Object.entries(headers(op))) request.setRequestHeader(name, value);
        request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
        request.onload = () => {
          const answer = readAnswer(request.responseText);
          if (!answer) return observer.error(TRPCClientError.from(new ForeignAnswer(request.status)));
          if ('error' in answer) return observer.error(TRPCClientError.from(answer));
          observer.next({ result: { type: 'data', data: answer.data } });
          observer.complete();
        };
        request.onerror = () =>
          observer.error(TRPCClientError.from(new Error('The server cannot be reached.')));
        request.onabort = () => observer.error(TRPCClientError.from(new Error(uploadStopped)));
        onBegin?.(() => request.abort());
        request.send(toFormData(op.input as Record<string, unknown>));
        return () => request.abort();
      });
}

type Answer = { data: unknown } | { error: { message: string; code: number; data: unknown } };

/** Parses tRPC's envelope, or the body of an error from outside tRPC. Returns undefined for a text that is not JSON. */
function readAnswer(text: string): Answer | undefined {
  try {
    const { result, error, message, ...body } = JSON.parse(text);
    if (result) return { data: result.data };
    if (error) return { error };
    return { error: { message: String(message), code: 0, data: { message, ...body } } };
  } catch {
    return undefined;
  }
}

/**
 * Converts an object to a multipart form as docs/product.md, §7.3 requires: booleans as `1` or `0`, lists as
 * JSON, files unchanged. Leaves out `undefined` and sends `null` as an empty value.
 */
function toFormData(input: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) form.append(name, toFormValue(value));
  }
  return form;
}

function toFormValue(value: unknown): string | Blob {
  if (value instanceof Blob) return value;
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Asks the person to confirm who they are. Resolves to whether the person did. */
export type AskForProof = (methods: readonly ProofMethod[]) => Promise<boolean>;

type Failure = TRPCClientError<AppRouter>;

/**
 * Repeats a failed call if `decide` returns true. `decide` receives the failure, and the value that `prepare` returned
 * before the call. `decide` may wait for an answer of the person. A call that was cancelled meanwhile is not repeated.
 */
function resendLink<T>(
  prepare: () => T,
  decide: (failure: Failure, before: T, op: Operation) => boolean | Promise<boolean>,
): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        let sent: Unsubscribable;
        let isOver = false;
        const send = () => {
          const before = prepare();
          sent = next(op).subscribe({
            next: (value) => observer.next(value),
            complete: () => observer.complete(),
            error: async (failure) => {
              const isRepeated = await decide(failure, before, op);
              if (isOver) return;
              if (isRepeated) send();
              else observer.error(failure);
            },
          });
        };
        send();
        return () => {
          isOver = true;
          sent.unsubscribe();
        };
      });
}

/**
 * If a call needs a recent confirmation of the person's identity, asks for the confirmation and then repeats the call.
 * Calls `onEnrolment` if the person must set up a second factor before anything else.
 */
export function stepUpLink(ask: AskForProof, onEnrolment: () => void): TRPCLink<AppRouter> {
  return resendLink(
    () => {},
    ({ data }) => {
      if (data?.code === 'second_factor_enrolment_required') onEnrolment();
      return data?.code === 'step_up_required' && ask(data.methods ?? []);
    },
  );
}

interface SessionWatch {
  /** Returns the current token. Called again after a refusal, because another sign-in may have replaced the token. */
  token: () => string | undefined;
  /**
   * Called when the server refuses the session. If a form asks the person to sign in again, returns a promise
   * that resolves to whether they did. `isBackground` is true if the person did not cause the call.
   */
  onUnauthorized: (isBackground: boolean) => Promise<boolean> | undefined;
}

/**
 * Handles calls that are answered with 401. Repeats the call after the person has signed in again. Without a new
 * sign-in, the call fails. If another sign-in has replaced the token since the call, repeats the call at once and
 * leaves the new session alone. The refusal of a stream never asks for a sign-in, because the stream runs in the
 * background.
 */
export function unauthorizedLink({ token, onUnauthorized }: SessionWatch): TRPCLink<AppRouter> {
  return resendLink(token, ({ data }, used, { type, context }) => {
    if (data?.httpStatus !== 401 || type === 'subscription') return false;
    const now = token();
    if (now !== undefined && now !== used) return true;
    return onUnauthorized((context as CallContext).isBackground === true) ?? false;
  });
}
