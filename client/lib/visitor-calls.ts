// First: schemas look at it when they are made.
import './no-code-of-text.ts';
import { createTRPCClient, httpLink, splitLink } from '@trpc/client';
import type { ZodType, z } from 'zod';
import {
  ApplicationInput,
  ContactInput,
  InternshipInput,
  QuotationInput,
  type Thanks,
} from '../../src/modules/inbox/visitor.schema.ts';
import type { AppRouter } from '../../src/router.ts';
import type { Api } from './api-client.ts';
import { callHeaders } from './call-headers.ts';
import { explainFailure, type Failure } from './failure.ts';
import { type CallContext, formLink } from './form-link.ts';
import { findCvProblem } from '../site/forms/cv-file.ts';

interface Options {
  /** A {CallContext}. */
  context: Record<string, unknown>;
}

/** One kind of form: how it is judged on both sides, and the call that takes it. */
function kindOf<S extends ZodType>(
  schema: S,
  send: (api: Api, input: z.input<S>, options: Options) => Promise<Thanks>,
) {
  return {
    findErrors: (input: object) => schema.safeParse(input).error?.issues ?? [],
    // Judged by `schema` before, and by the server again; a form's fields have no types of their own.
    send: (api: Api, input: object, options: Options) => send(api, input as z.input<S>, options),
  };
}

const kinds = {
  contact: kindOf(ContactInput, (api, ...call) => api.visitors.contact.mutate(...call)),
  quotation: kindOf(QuotationInput, (api, ...call) => api.visitors.quotation.mutate(...call)),
  internship: kindOf(InternshipInput, (api, ...call) => api.visitors.internship.mutate(...call)),
  application: kindOf(ApplicationInput, (api, ...call) => api.visitors.application.mutate(...call)),
};
export type VisitorCall = keyof typeof kinds;

export type Sent = { message: string } | { failure: Failure };

/** A form that is being shown. */
export interface VisitorForm {
  /** Sends what was filled in. Never rejects. `onProgress` is told how much of it has been sent, 0 to 1. */
  send(fields: FormData, onProgress: (share: number) => void): Promise<Sent>;
}

/** Gets ready for one form: its token begins to count the time it is filled in. */
export function openVisitorForm(call: VisitorCall, id: number | undefined): VisitorForm {
  const api = createVisitorApi();
  const kind = kinds[call];
  const takesFile = call === 'internship' || call === 'application';
  let token: { token: string; expires_at: string } | undefined;
  // Without a token the form is judged by all the rest.
  api.visitors.formToken.query().then(
    (made) => {
      token = made;
    },
    () => {},
  );
  return {
    send: async (form, onProgress) => {
      const { cv, ...texts } = Object.fromEntries(form);
      const file = cv instanceof File && (cv.size > 0 || cv.name) ? cv : undefined;
      const isGood = token && Date.parse(token.expires_at) > Date.now();
      const input = { ...texts, ...(id && { id }), ...(isGood && { form_token: token?.token }) };
      try {
        const fields = await findErrors(kind.findErrors(input), file);
        if (Object.keys(fields).length > 0) return { failure: refusal(fields) };
        const context: CallContext = takesFile ? { form: true, onProgress } : {};
        return await kind.send(api, file ? { ...input, cv: file } : input, { context: { ...context } });
      } catch (error) {
        return { failure: explainFailure(error) };
      }
    },
  };
}

async function findErrors(issues: z.core.$ZodIssue[], file: File | undefined) {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[String(path[0])] ??= message;
  const problem = file && (await findCvProblem(file));
  return problem ? { ...fields, cv: problem } : fields;
}

function refusal(fields: Record<string, string>): Failure {
  return { message: 'Please correct the marked fields.', fields, requestId: undefined, status: 422 };
}

function createVisitorApi(): Api {
  const options = { url: '/trpc', headers: () => callHeaders(undefined) };
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (op) => (op.context as CallContext).form === true,
        true: formLink(options),
        false: httpLink(options),
      }),
    ],
  });
}
