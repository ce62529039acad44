import type { companyFields } from '../fields/company.ts';
import type { ValuesOf } from '../field-types.ts';

export const companyDefaults: ValuesOf<typeof companyFields> = {
  name: 'Atrium',
  short_name: '',
  tagline: 'IT with daylight in it.',
  summary:
    '{name} plans, builds and looks after IT for organisations that have other things to do: support desks, migrations, websites, cloud services and the networks beneath them.',
  legal_name: 'Atrium IT Solutions Ltd',
  since: 2013,
  phone: '+44 20 7946 0213',
  email: 'hello@atrium.example.com',
  opening_hours: [],
  address: {
    street: "Skylight House, 18 Tanner's Reach",
    city: 'London',
    region: '',
    postcode: 'SE1 0CV',
    country_code: 'GB',
  },
  social: [
    { key: 'linkedin', label: 'LinkedIn', url: 'https://linkedin.example.com/atrium' },
    { key: 'github', label: 'GitHub', url: 'https://github.example.com/atrium' },
    { key: 'youtube', label: 'YouTube', url: 'https://youtube.example.com/@atrium' },
  ],
  registration: { court: '', number: '', vat_id: '', tax_number: '', directors: '', authority: '' },
};
