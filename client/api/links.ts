import { type Operation, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import type { AppRouter } from '../../src/router.ts';
import type { ProofMethod } from '../../src/shared/errors.ts';
import { ForeignAnswer, uploadStoppedMessage } from './errors.ts';
import type { PersonTasks } from './person-tasks.ts';

interface FormLinkOptions {
  url: string;
  headers: (op: { context: object }) => Record<string, string>;
}

/**
 * The context of a call, from which the tRPC links read options. For example, `useMutation({ trpc: { context:
 * { form: true, onProgress } } })`.
 */
export interface CallContext {
  /** Whether the input is sent as multipart/form-data. */
  form?: boolean;
  /** Called with the uploaded share, from 0 to 1. */
  onProgress?: (share: number) => void;
  /** With a function that cancels the upload. */
  onBegin?: (stop: () => void) => void;
  /** Not in a batch. */
  alone?: boolean;
  /** The server acts only once for a key. Only for calls outside a batch. */
  requestKey?: string;
  /**
   * Set by `activityLink`. Such a call neither extends the session nor asks a person with unsaved input to
   * sign in again.
   */
  isBackground?: boolean;
}

/** By XMLHttpRequest, because fetch does not report the progress of an upload. */
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
        request.onabort = () => observer.error(TRPCClientError.from(new Error(uploadStoppedMessage)));
        onBegin?.(() => request.abort());
        request.send(toFormData(op.input as Record<string, unknown>));
        return () => request.abort();
      });
}

type Answer = { data: unknown } | { error: { message: string; code: number; data: unknown } };

/** tRPC's envelope, or an error from outside tRPC. Undefined for a text that is not JSON. */
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

/** As docs/product.md, §7.3 requires. Leaves out `undefined` and sends `null` as an empty value. */
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

/** Resolves to whether the person has confirmed their identity with one of the methods. */
export type AskForProof = (methods: readonly ProofMethod[]) => Promise<boolean>;

type Failure = TRPCClientError<AppRouter>;

/**
 * Repeats a failed call if `decide` resolves to true, unless the call was cancelled. `prepare` runs before the
 * call.
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

/** Calls at intervals, reloads after a report, and streams start in tasks that do not belong to the person. */
export function activityLink(tasks: PersonTasks): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        const isBackground = op.type === 'subscription' || !tasks.isPersons();
        const following =
          <T>(tell: (value: T) => void) =>
          (value: T) => {
            if (!isBackground) tasks.begin();
            tell(value);
          };
        return next({ ...op, context: { ...op.context, isBackground } }).subscribe({
          next: following((value) => observer.next(value)),
          error: following((failure) => observer.error(failure)),
          complete: () => observer.complete(),
        });
      });
}

/**
 * Waits for the person's confirmation and repeats the call. Calls `onEnrolment` if a second factor must be set
 * up first.
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
  /** Called again after a refusal, because another sign-in may have replaced it. */
  token: () => string | undefined;
  /** Returns a promise if a sign-in form is shown, which resolves to whether the person has signed in. */
  onUnauthorized: (isBackground: boolean) => Promise<boolean> | undefined;
}

/**
 * After a 401, repeats the call when the person has signed in again, or at once if another sign-in has
 * replaced the token. A refused stream never causes a sign-in form.
 */
export function unauthorizedLink({ token, onUnauthorized }: SessionWatch): TRPCLink<AppRouter> {
  return resendLink(token, ({ data }, used, { type, context }) => {
    if (data?.httpStatus !== 401 || type === 'subscription') return false;
    const now = token();
    if (now !== undefined && now !== used) return true;
    return onUnauthorized(context.isBackground === true) ?? false;
  });
}
