import type { ComponentType, ReactNode } from 'react';
import type { ModuleName } from '../../../src/shared/facts.ts';
import type { KeptForm } from '../forms/use-kept-form.ts';
import type { CardActs } from '../ui/list-screen.tsx';
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

/** A module's screens as the kit draws them: its rules without the types of its columns. */
export interface Resource {
  name: ModuleName;
  /** Where the list is; the forms and the trash are below it. */
  address: string;
  nouns: { one: string; many: string };
  words: ResourceWords;
  /** The column that names a row. */
  title: string;
  groups: { name: string; label: string; options: readonly Option[] };
  hasWidePictures: boolean;
  card: (row: Row, acts: CardActs) => ReactNode;
  model: FormModel;
  Frame: ComponentType<FrameProps>;
}
