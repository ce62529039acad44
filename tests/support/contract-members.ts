/** A member of an input or an output that the server states once and the panel uses. */
export interface ContractMember {
  /** What the member is, for messages. */
  use: string;
  name: string;
  file: string;
  /** The text with the name of the member, which stands once in `file`. */
  code: string;
  /** A file of the panel that no longer compiles when the member has another name. */
  panel: string;
}

export const contractMembers: readonly ContractMember[] = [
  // Inputs of the calls of every module.
  {
    use: 'the rows of `publish`, `regroup` and `removeMany`',
    name: 'ids',
    file: 'src/shared/bulk.ts',
    code: 'ids: RowIds }).meta(',
    panel: 'client/admin/resource/use-bulk-actions.ts',
  },
  {
    use: 'the rows of `undoMany`',
    name: 'rows',
    file: 'src/shared/bulk.ts',
    code: 'rows: z\n',
    panel: 'client/admin/resource/use-bulk-actions.ts',
  },
  {
    use: 'the version of a row of `undoMany`',
    name: 'version',
    file: 'src/shared/bulk.ts',
    code: "version: wholeNumber('Version', 1, maxId)",
    panel: 'client/admin/resource/use-bulk-actions.ts',
  },
  {
    use: 'the row before the new place of `move`',
    name: 'after',
    file: 'src/content/module/procedures-of.ts',
    code: 'after: wholeNumber(',
    panel: 'client/admin/resource/order/order-page.tsx',
  },
  {
    use: 'the version of `update` and `publishing`',
    name: 'version',
    file: 'src/content/module/schemas-of.ts',
    code: 'version: VersionInput }',
    panel: 'client/admin/resource/use-saves.tsx',
  },
  {
    use: 'the id of `update` and `publishing`',
    name: 'id',
    file: 'src/content/module/schemas-of.ts',
    code: '{ id: Id, version',
    panel: 'client/admin/resource/use-saves.tsx',
  },
  {
    use: 'the id of `one`, `remove` and `duplicate`',
    name: 'id',
    file: 'src/shared/fields.ts',
    code: 'ById = z.object({ id: Id',
    panel: 'client/admin/resource/use-duplicate.ts',
  },
  {
    use: 'the removal of the picture by `update`',
    name: 'remove_image',
    file: 'src/content/module/schemas-of.ts',
    code: 'remove_image: booleanField(',
    panel: 'client/admin/resource/module-api.ts',
  },
  {
    use: 'the description of the picture of `create`',
    name: 'image_alt',
    file: 'src/content/module/fields-of.ts',
    code: 'image_alt: altTextField',
    panel: 'client/admin/resource/module-api.ts',
  },
  {
    use: 'the filter of `list` by state',
    name: 'state',
    file: 'src/content/module/schemas-of.ts',
    code: 'state: oneOrSeveral(',
    panel: 'client/admin/resource/status-filter.ts',
  },
  {
    use: 'the order of `list`',
    name: 'sort',
    file: 'src/shared/pagination.ts',
    code: 'sort: sortField(sorts)',
    panel: 'client/admin/resource/resource-list.tsx',
  },
  {
    use: 'the search of lists',
    name: 'search',
    file: 'src/shared/pagination.ts',
    code: "search: z.string('Search",
    panel: 'client/admin/list/use-list-params.ts',
  },
  // Inputs of calls with a file.
  {
    use: 'the last event of `inbox.reply`',
    name: 'last_event',
    file: 'src/modules/inbox/inbox.schema.ts',
    code: 'last_event: wholeNumber(',
    panel: 'client/admin/modules/inbox/use-reply-form.ts',
  },
  {
    use: 'the quotation of `inbox.reply`',
    name: 'quote',
    file: 'src/modules/inbox/inbox.schema.ts',
    code: "quote: booleanField('Quote')",
    panel: 'client/admin/modules/inbox/use-reply-form.ts',
  },
  {
    use: 'the file of `media.upload`',
    name: 'file',
    file: 'src/modules/library/library.router.ts',
    code: 'z.object({\n          file: mediaFile',
    panel: 'client/admin/library/use-upload-media.ts',
  },
  {
    use: 'the version of `media.replace`',
    name: 'version',
    file: 'src/modules/library/library.router.ts',
    code: 'version: VersionInput,\n          file:',
    panel: 'client/admin/modules/media/replace-file.tsx',
  },
  {
    use: 'the file of `settings.uploadPicture`',
    name: 'picture',
    file: 'src/settings/settings.schema.ts',
    code: "picture: fileField('Picture')",
    panel: 'client/admin/modules/settings/picture-setting.tsx',
  },
  // Inputs of calls by name.
  {
    use: 'the person of `inbox.assign`',
    name: 'user_id',
    file: 'src/modules/inbox/inbox.schema.ts',
    code: 'user_id: Id.nullable()',
    panel: 'client/admin/modules/inbox/message-workflow.tsx',
  },
  {
    use: 'the unsaved file of `previews.show`',
    name: 'has_file',
    file: 'src/modules/previews/drafts.ts',
    code: 'has_file: z.boolean()',
    panel: 'client/admin/preview/draft-preview.tsx',
  },
  {
    use: 'the lifetime of `tokens.create`',
    name: 'expires_in_days',
    file: 'src/modules/tokens/tokens.ts',
    code: 'expires_in_days: wholeNumber(',
    panel: 'client/admin/auth/new-token-modal.tsx',
  },
  {
    use: 'the text of `addresses.propose`',
    name: 'text',
    file: 'src/content/addresses/addresses.schema.ts',
    code: "text: z.string('Text is required')",
    panel: 'client/admin/resource/publishing/addresses.ts',
  },
  // Outputs that screens read.
  {
    use: 'the page of `list`',
    name: 'meta',
    file: 'src/content/module/schemas-of.ts',
    code: 'meta: PageMeta,',
    panel: 'client/admin/resource/resource-list.tsx',
  },
  {
    use: 'the counts of `list`',
    name: 'stats',
    file: 'src/content/module/schemas-of.ts',
    code: 'stats: countsSchema(',
    panel: 'client/admin/resource/resource-list.tsx',
  },
  {
    use: 'the counts by group of `list`',
    name: 'by',
    file: 'src/shared/pagination.ts',
    code: 'by: z.record(',
    panel: 'client/admin/resource/resource-list.tsx',
  },
  {
    use: 'the outcomes of calls for several rows',
    name: 'results',
    file: 'src/shared/bulk.ts',
    code: 'results: z\n',
    panel: 'client/admin/resource/use-bulk-actions.ts',
  },
  {
    use: 'the visibility of a row of `places`',
    name: 'is_public',
    file: 'src/content/module/procedures-of.ts',
    code: 'is_public: z.boolean()',
    panel: 'client/admin/resource/order/order-page.tsx',
  },
  {
    use: 'the id of a new row',
    name: 'id',
    file: 'src/content/module/procedures-of.ts',
    code: 'newRowId = { id: z.int()',
    panel: 'client/admin/resource/use-duplicate.ts',
  },
  {
    use: 'the picture of a row',
    name: 'picture',
    file: 'src/shared/picture-view.ts',
    code: 'picture: PictureView.nullable()',
    panel: 'client/admin/modules/blog/blog-screen.tsx',
  },
  {
    use: 'the time of the last change of a row',
    name: 'updated_at',
    file: 'src/database/columns.ts',
    code: 'updated_at: string;',
    panel: 'client/admin/resource/module-api.ts',
  },
  {
    use: 'a column of a post',
    name: 'excerpt',
    file: 'src/modules/blog/blog.facts.ts',
    code: 'excerpt: column.text(',
    panel: 'client/admin/modules/blog/blog-screen.tsx',
  },
];

/** Returns the text of the file with another name of the member. @throws {Error} when the member is not there once */
export function renameMember({ use, name, file, code }: ContractMember, text: string): string {
  const key = `${name}:`;
  if (text.split(code).length !== 2) throw new Error(`${use}: not once in ${file}: ${code}`);
  if (code.split(key).length !== 2) throw new Error(`${use}: not once in its code: ${key}`);
  return text.replace(code, code.replace(key, `renamed_${key}`));
}
