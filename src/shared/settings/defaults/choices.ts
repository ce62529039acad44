import type { choiceFields } from '../fields/choices.ts';
import type { ValuesOf } from '../field-types.ts';

// The lists are those of docs/product.md, §9.

export const choiceDefaults: ValuesOf<typeof choiceFields> = {
  blog_categories: [
    { key: 'technology', name: 'Technology', motif: 'layers', former: [] },
    { key: 'development', name: 'Development', motif: 'stairs', former: [] },
    { key: 'innovation', name: 'Innovation', motif: 'rotunda', former: [] },
    { key: 'company-news', name: 'Company News', motif: 'facade', former: [] },
    { key: 'industry-trends', name: 'Industry Trends', motif: 'columns', former: [] },
  ],
  portfolio_categories: [
    { key: 'it-support', name: 'IT Support', motif: 'floor-plan', former: [] },
    { key: 'system-migration', name: 'System Migration', motif: 'bridge', former: [] },
    { key: 'web-development', name: 'Web Development', motif: 'screens', former: [] },
    { key: 'cloud-solutions', name: 'Cloud Solutions', motif: 'vaults', former: [] },
    { key: 'network-infrastructure', name: 'Network Infrastructure', motif: 'racks', former: [] },
  ],
  // The keys are the values that rows of team members store.
  team_sections: [
    { key: 'leadership', name: 'Leadership', is_first_large: true, former: [] },
    { key: 'development', name: 'Development', is_first_large: false, former: [] },
    { key: 'human-resource', name: 'Human Resource', is_first_large: false, former: [] },
    { key: 'tech-support', name: 'Application Tech Support', is_first_large: false, former: [] },
  ],
  team_roles: [
    { key: 'chief-executive-officer', name: 'Chief Executive Officer', former: [] },
    { key: 'chief-technology-officer', name: 'Chief Technology Officer', former: [] },
    { key: 'chief-operating-officer', name: 'Chief Operating Officer', former: [] },
    { key: 'general-manager', name: 'General Manager', former: [] },
    { key: 'director-of-technology', name: 'Director of Technology', former: [] },
    { key: 'director-of-operations', name: 'Director of Operations', former: [] },
    { key: 'senior-developer', name: 'Senior Developer', former: [] },
    { key: 'full-stack-developer', name: 'Full Stack Developer', former: [] },
    { key: 'frontend-developer', name: 'Frontend Developer', former: [] },
    { key: 'backend-developer', name: 'Backend Developer', former: [] },
    { key: 'mobile-developer', name: 'Mobile Developer', former: [] },
    { key: 'hr-manager', name: 'HR Manager', former: [] },
    { key: 'hr-officer', name: 'HR Officer', former: [] },
    { key: 'recruitment-specialist', name: 'Recruitment Specialist', former: [] },
    { key: 'training-coordinator', name: 'Training Coordinator', former: [] },
    { key: 'executive-assistant', name: 'Executive Assistant', former: [] },
    { key: 'technical-support-lead', name: 'Technical Support Lead', former: [] },
    { key: 'technical-support-specialist', name: 'Technical Support Specialist', former: [] },
    { key: 'application-support-engineer', name: 'Application Support Engineer', former: [] },
    { key: 'system-support-analyst', name: 'System Support Analyst', former: [] },
  ],
  job_types: {
    full_time: 'Full-time',
    part_time: 'Part-time',
    contract: 'Contract',
    internship: 'Internship',
  },
};
