import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../src/router.ts';
import { uploadStopped } from './failure.ts';
import { toFormData } from './form-data.ts';

interface FormLinkOptions {
  url: string;
  headers: (op: { context: object }) => Record<string, string>;
}

/** What a call says of itself to the links: `useMutation({ trpc: { context: { form: true, onProgress } } })`. */
export interface CallContext {
  /** The input goes as multipart/form-data. */
  form?: boolean;
  /** Told how much of the form has been sent, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Handed what ends the upload, when it begins. */
  onBegin?: (stop: () => void) => void;
  /** Not put into a batch with others. */
  alone?: boolean;
  /** Names the act, so that the server does it once however often it is asked; for calls that go alone or as a form. */
  requestKey?: string;
  /** Asked again and again without a person behind it, which keeps no session alive. */
  isPoll?: boolean;
}

/** Sends a call's input as a multipart form. XMLHttpRequest, because fetch does not tell how far an upload has come. */
export function formLink({ url, headers }: FormLinkOptions): TRPCLink<AppRouter> {
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
          if ('error' in answer) return observer.error(TRPCClientError.from(answer));
          observer.next({ result: { type: 'data', data: answer.data } });
          observer.complete();
        };
        request.onerror = () =>
          observer.error(TRPCClientError.from(new Error('The server can not be reached.')));
        request.onabort = () => observer.error(TRPCClientError.from(new Error(uploadStopped)));
        onBegin?.(() => request.abort());
        request.send(toFormData(op.input as Record<string, unknown>));
        return () => request.abort();
      });
}

type Answer = { data: unknown } | { error: { message: string; code: number; data: unknown } };

/** Reads tRPC's envelope, or the body of an error that was answered before tRPC had its turn. */
function readAnswer(text: string): Answer {
  try {
    const { result, error, message, ...body } = JSON.parse(text);
    if (result) return { data: result.data };
    if (error) return { error };
    return { error: { message: String(message), code: 0, data: { message, ...body } } };
  } catch {
    return { error: { message: 'The server sent an unexpected response.', code: 0, data: undefined } };
  }
}
