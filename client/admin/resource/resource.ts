import type { ComponentType, ReactNode } from 'react';
import type { ModuleName } from '../../../src/shared/facts.ts';
import type { KeptForm } from '../forms/use-kept-form.ts';
import type { CardActs } from '../ui/list-card.tsx';
import type { ServerErrors } from '../ui/use-server-errors.ts';
import type { Members, Option } from './field-kind.ts';
import type { FormModel } from './form-model.ts';
import type { ResourceWords } from './resource-words.ts';
import type { Row } from './use-resource.ts';

/** What a form draws that stands around the fields. */
export interface FrameProps {
  title: string;
  saveLabel: string;
  form: KeptForm<Members>;
  errors: ServerErrors;
  isNew: boolean;
  onCancel: () => void;
}

interface Filter {
  name: string;
  label: string;
  options: readonly Option[];
}

/** A module's screens as the kit draws them: its rules without the types of its columns. */
export interface Resource {
  name: ModuleName;
  /** Where the list is; the forms and the trash are below it. */
  address: string;
  nouns: { one: string; many: string };
  words: ResourceWords;
  /** The column that names a row. */
  title: string;
  groups: Filter;
  /** Whether visitors see a row; absent where they see every one. */
  status: Filter | undefined;
  hasWidePictures: boolean;
  card: (row: Row, acts: CardActs) => ReactNode;
  /** The page on which visitors see a row; nothing while it is hidden, or where there is no such page. */
  siteHref: (row: Row) => string | undefined;
  model: FormModel;
  Frame: ComponentType<FrameProps>;
}
