import { use } from 'react';
import {
  type CustomField,
  customFieldsOf,
  tickedValue,
  trapField,
} from '../../../src/shared/blocks/form-fields.ts';
import type { ShownBlock } from '../../../src/shared/blocks/block-kinds.ts';
import { maxDocumentMegabytes } from '../../../src/shared/upload-limits.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { TextareaField, FileField, FormContext, SelectField, TextField } from '../forms/fields.tsx';
import { PersonFields } from '../forms/person-fields.tsx';
import { SiteForm } from '../forms/site-form.tsx';
import { BlockOpening } from './block-parts.tsx';

/** The input of a form block, by the names of the fields that staff have defined. */
type Input = Record<string, string>;

/**
 * The form of a form block. The form is posted to the page's address with the id, because that address remains valid
 * when the slug changes.
 */
export function FormBlock({ block, pageId }: { block: ShownBlock<'form'>; pageId: number }) {
  const { pages } = useSiteSettings();
  const fields = customFieldsOf(block);
  return (
    <div className="hall block-grid">
      <BlockOpening block={block} />
      <SiteForm
        action={`${sitePaths.pages}/${pageId}`}
        button={block.button || pages.contact.button}
        sent={block.sent}
        next={block.next}
        takesFile={fields.some(({ type }) => type === 'File')}
        onward={[]}
      >
        <PersonFields />
        {fields.map((field) => (
          <OwnFormField key={field.name} field={field} />
        ))}
        <FormerFields fields={fields} />
      </SiteForm>
    </div>
  );
}

const inputTypes = { Line: 'text', 'E-mail': 'email', Phone: 'tel', Date: 'date' } as const;

function OwnFormField({ field }: { field: CustomField }) {
  const { errors, values } = use(FormContext);
  const { forms } = useSiteSettings().texts;
  const { name, label, type, choices, hint, isRequired } = field;
  const frame = { name, label, isOptional: !isRequired, ...(hint && { help: hint }) };
  switch (type) {
    case 'Text':
      return <TextareaField<Input> {...frame} maxLength={5000} />;
    case 'Choice':
      return <SelectField<Input> {...frame} prompt={forms.choose} values={choices} />;
    case 'File':
      return (
        <FileField<Input>
          {...frame}
          accept="application/pdf,.pdf"
          help={[hint, forms.cvHelp(maxDocumentMegabytes)].filter(Boolean).join(' ')}
        />
      );
    case 'Tick':
      return (
        <div className="field">
          <label className="form-tick">
            <input
              type="checkbox"
              id={name}
              name={name}
              value={tickedValue}
              required={isRequired}
              defaultChecked={values[name] === tickedValue}
              aria-invalid={errors[name] ? true : undefined}
              aria-describedby={errors[name] && `${name}-error`}
            />
            <span>{label}</span>
          </label>
          {errors[name] && (
            <p className="field-error" id={`${name}-error`}>
              {errors[name]}
            </p>
          )}
          {hint && <p className="field-help">{hint}</p>}
        </div>
      );
    default:
      return <TextField<Input> {...frame} type={inputTypes[type]} maxLength={type === 'Phone' ? 40 : 200} />;
  }
}

/**
 * Hidden inputs with the visitor's input for fields that staff have removed in the meantime. This input is
 * sent again, so that nothing is lost.
 */
function FormerFields({ fields }: { fields: readonly CustomField[] }) {
  const { values } = use(FormContext);
  const known = new Set([...fields.map(({ name }) => name), ...usual]);
  return Object.entries(values)
    .filter(([name]) => !known.has(name))
    .map(([name, text]) => <input key={name} type="hidden" name={name} value={text} />);
}

const usual = ['id', 'name', 'email', 'phone', 'website', trapField, 'form_token', 'cv'];
