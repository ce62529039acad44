import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { NotFound } from '../../shared/errors.ts';
import { Id } from '../../shared/fields.ts';
import type { FormFiles } from '../../shared/uploads.ts';
import type { Context } from '../../trpc/context.ts';
import {
  publicProcedure,
  publicProcedureOf,
  router,
  t,
  receiveFormMiddleware,
} from '../../trpc/procedures.ts';
import { maxAnonymousBytes, rest } from '../../trpc/procedure-meta.ts';
import { getOpenJob } from '../jobs/jobs.module.ts';
import {
  countFormRequest,
  findAddedFieldIssues,
  findPageForm,
  makeFormToken,
  receiveApplicationForm,
  receiveContactForm,
  receiveInternshipForm,
  receivePageForm,
  receiveQuotationForm,
} from './forms.ts';
import {
  ApplicationInput,
  ContactInput,
  FormResponse,
  FormToken,
  InternshipInput,
  PageFormInput,
  QuotationInput,
} from './public-forms.schema.ts';

const files = { cv: 'pdf' } as const;

/** Refuses fields that the form does not have. Browsers without JavaScript send the form to `page`. */
function visitorForm(
  page: `/${string}`,
  { shape }: { shape: object },
  files: FormFiles | undefined = undefined,
) {
  return {
    status: 201,
    page,
    textBytes: maxAnonymousBytes,
    fields: Object.keys(shape),
    ...(files && { files }),
  } as const;
}

/** Before the body is received. */
const countTry = t.middleware(async ({ ctx, next }) => {
  await countFormRequest(ctx);
  return next();
});

/** Refuses a form for a hidden row before its body is received. In tRPC, the body names the row. */
function expectRow(expect: (ctx: Context, id: number) => Promise<unknown>) {
  return t.middleware(async ({ ctx, next }) => {
    const { id } = ctx.request.pathParameters;
    if (id === undefined) return next();
    const { data } = Id.safeParse(id);
    if (data === undefined) throw new NotFound('There is no such entry.');
    await expect(ctx, data);
    return next();
  });
}

/** Names wrong fields that staff added in the same answer as wrong ones that every form has. */
const nameAllWrongFields = t.middleware(async ({ ctx, getRawInput, next }) => {
  const sent = z
    .record(z.string(), z.unknown())
    .catch({})
    .parse(await getRawInput());
  const { error } = PageFormInput.safeParse(sent);
  const { data: id } = Id.safeParse(sent.id);
  if (!error || id === undefined) return next();
  const issues = [...error.issues, ...(await findAddedFieldIssues(ctx, id, sent))];
  throw new TRPCError({ code: 'BAD_REQUEST', cause: new z.ZodRealError(issues) });
});

export const publicFormsRouter = router({
  formToken: publicProcedure.output(FormToken).query(({ ctx }) => makeFormToken(ctx)),

  contact: publicProcedure
    .use(countTry)
    .meta(rest('POST', '/contact', 'Send a message to the company', visitorForm('/contact', ContactInput)))
    .input(ContactInput)
    .output(FormResponse)
    .mutation(({ ctx, input }) => receiveContactForm(ctx, input)),

  quotation: publicProcedureOf('quotations')
    .use(countTry)
    .meta(rest('POST', '/quotations', 'Request a quotation', visitorForm('/quotations', QuotationInput)))
    .input(QuotationInput)
    .output(FormResponse)
    .mutation(({ ctx, input }) => receiveQuotationForm(ctx, input)),

  internship: publicProcedureOf('internship')
    .use(countTry)
    .meta(
      rest(
        'POST',
        '/internships',
        'Apply for an internship',
        visitorForm('/internship', InternshipInput, files),
      ),
    )
    .use(receiveFormMiddleware)
    .input(InternshipInput)
    .output(FormResponse)
    .mutation(({ ctx, input }) => receiveInternshipForm(ctx, input)),

  ownForm: publicProcedure
    .use(countTry)
    .meta(
      rest('POST', '/pages/{id}/form', 'Send the form of a page', {
        status: 201,
        page: '/pages/{id}',
        textBytes: maxAnonymousBytes,
        files,
        takesJson: true,
      }),
    )
    .use(expectRow(findPageForm))
    .use(receiveFormMiddleware)
    .use(nameAllWrongFields)
    .input(PageFormInput)
    .output(FormResponse)
    .mutation(({ ctx, input }) =>
      receivePageForm(ctx, input).catch((error: unknown) => {
        // The fields depend on the stored form, so `receivePageForm` checks them. Its `ZodError` would be
        // answered with status 500.
        throw error instanceof z.ZodError ? new TRPCError({ code: 'BAD_REQUEST', cause: error }) : error;
      }),
    ),

  application: publicProcedureOf('career')
    .use(countTry)
    .meta(
      rest(
        'POST',
        '/jobs/{id}/applications',
        'Apply for a job',
        visitorForm('/career/{id}', ApplicationInput, files),
      ),
    )
    .use(expectRow(getOpenJob))
    .use(receiveFormMiddleware)
    .input(ApplicationInput)
    .output(FormResponse)
    .mutation(({ ctx, input }) => receiveApplicationForm(ctx, input)),
});
