import { router } from '../../trpc/init.ts';
import { publicProcedure, takesForm } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/rest.ts';
import { makeFormToken } from './form-token.ts';
import {
  ApplicationInput,
  ContactInput,
  FormToken,
  InternshipInput,
  QuotationInput,
  Thanks,
} from './visitor.schema.ts';
import { applyForInternship, applyForJob, askForQuotation, contact } from './visitors.service.ts';

const files = { cv: 'pdf' } as const;
const status = 201;

/** What visitors send. Each form is also posted to its page's own address, by browsers without the page's script. */
export const visitorsRouter = router({
  formToken: publicProcedure.output(FormToken).query(({ ctx }) => makeFormToken(ctx)),

  contact: publicProcedure
    .meta(rest('POST', '/contact', 'Write to the company', { status, page: '/contact' }))
    .input(ContactInput)
    .output(Thanks)
    .mutation(({ ctx, input }) => contact(ctx, input)),

  quotation: publicProcedure
    .meta(rest('POST', '/quotations', 'Ask for a quotation', { status, page: '/quotations' }))
    .input(QuotationInput)
    .output(Thanks)
    .mutation(({ ctx, input }) => askForQuotation(ctx, input)),

  internship: publicProcedure
    .meta(rest('POST', '/internships', 'Apply for an internship', { status, files, page: '/internship' }))
    .use(takesForm)
    .input(InternshipInput)
    .output(Thanks)
    .mutation(({ ctx, input }) => applyForInternship(ctx, input)),

  application: publicProcedure
    .meta(rest('POST', '/jobs/{id}/applications', 'Apply for a job', { status, files, page: '/career/{id}' }))
    .use(takesForm)
    .input(ApplicationInput)
    .output(Thanks)
    .mutation(({ ctx, input }) => applyForJob(ctx, input)),
});
