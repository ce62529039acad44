import type { companyFields } from '../fields/company.ts';
import type { ValuesOf } from '../fields.ts';

export const companyDefaults: ValuesOf<typeof companyFields> = {
  name: 'Atrium',
  legal_name: 'Atrium IT Solutions Ltd',
  since: 2013,
  address: {
    street: "Skylight House, 18 Tanner's Reach",
    city: 'London',
    region: '',
    postcode: 'SE1 0CV',
    country_code: 'GB',
  },
  phone: '+44 20 7946 0213',
  email: 'hello@atrium.example.com',
  social: [
    { key: 'linkedin', label: 'LinkedIn', url: 'https://linkedin.example.com/atrium' },
    { key: 'github', label: 'GitHub', url: 'https://github.example.com/atrium' },
    { key: 'youtube', label: 'YouTube', url: 'https://youtube.example.com/@atrium' },
  ],
  opening_hours: [],
  registration: { court: '', number: '', vat_id: '', tax_number: '', directors: '', authority: '' },
};
