import { ById, Success } from '../../shared/fields.ts';
import { factsOf } from '../../shared/module-facts.ts';
import { allowed, router } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { raiseGeneration, sharePreview } from './previews.ts';
import {
  DraftPage,
  DraftRequest,
  type PreviewableModule,
  previewedModule,
  previewedNames,
  PreviewLink,
  PreviewRequest,
  renderUnsavedDraft,
} from './drafts.ts';

function previewsOf(name: PreviewableModule) {
  const { path } = factsOf(name);
  const permitted = allowed(`${name}:manage`);
  return router({
    share: permitted
      .meta(
        rest('POST', `${path}/{id}/preview`, 'Create a link that shows a draft to people without an account'),
      )
      .input(PreviewRequest)
      .output(PreviewLink)
      .mutation(({ ctx, input }) => sharePreview(ctx, name, input)),

    end: permitted
      .meta(rest('DELETE', `${path}/{id}/preview`, 'End all links that show a draft'))
      .input(ById)
      .output(Success)
      .mutation(async ({ ctx, input: { id } }) => {
        await previewedModule(name).get(ctx, id);
        await raiseGeneration(ctx, name, id);
        return { success: true };
      }),

    show: permitted
      .input(DraftRequest)
      .output(DraftPage)
      .mutation(({ ctx, input }) => renderUnsavedDraft(ctx, name, input)),
  });
}

export const previewsRouter = router(
  Object.fromEntries(previewedNames.map((name) => [name, previewsOf(name)])) as Record<
    PreviewableModule,
    ReturnType<typeof previewsOf>
  >,
);
