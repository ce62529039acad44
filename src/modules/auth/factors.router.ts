import { ById, Success } from '../../shared/fields.ts';
import { FactorList } from '../../shared/second-factors.ts';
import { notInBatch, signedIn, signedInGuarded } from '../../trpc/procedures.ts';
import {
  AddedFactor,
  FactorName,
  NewPasskey,
  NewTotp,
  PasskeyOptions,
  RecoveryCodes,
  TotpSetup,
} from './factors.schema.ts';
import { addPasskey, addTotp, beginPasskey, beginTotp } from './add-factor.service.ts';
import { listFactors, removeFactor, renameFactor, replaceRecoveryCodes } from './factors.service.ts';

/** The procedures of the `account` router for a person's own second factors. */
export const factorProcedures = {
  factors: signedIn.output(FactorList).query(({ ctx }) => listFactors(ctx, ctx.viewer)),

  beginTotp: signedInGuarded.output(TotpSetup).mutation(({ ctx }) => beginTotp(ctx)),

  addTotp: signedInGuarded
    .use(notInBatch)
    .input(NewTotp)
    .output(AddedFactor)
    .mutation(({ ctx, input }) => addTotp(ctx, input)),

  beginPasskey: signedInGuarded
    .output(PasskeyOptions)
    .mutation(async ({ ctx }) => ({ options: { ...(await beginPasskey(ctx)) } })),

  addPasskey: signedInGuarded
    .use(notInBatch)
    .input(NewPasskey)
    .output(AddedFactor)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),

  renameFactor: signedIn
    .input(FactorName)
    .output(Success)
    .mutation(async ({ ctx, input }) => {
      await renameFactor(ctx, input.id, input.name);
      return { success: true };
    }),

  removeFactor: signedInGuarded
    .input(ById)
    .output(Success)
    .mutation(async ({ ctx, input }) => {
      await removeFactor(ctx, input.id);
      return { success: true };
    }),

  makeRecoveryCodes: signedInGuarded
    .output(RecoveryCodes)
    .mutation(async ({ ctx }) => ({ recovery_codes: await replaceRecoveryCodes(ctx) })),
};
