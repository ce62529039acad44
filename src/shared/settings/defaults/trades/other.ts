import type { TradeTexts } from './trade.ts';

/** Default lists for any other company. The texts and the services are those for any trade. */
export const other: TradeTexts = {
  hasDrawing: true,
  blog_categories: [
    ['news', 'News', 'Aktuelles', 'Actualités', 'Actualidad', 'Haberler'],
    ['our-work', 'Our work', 'Unsere Arbeit', 'Notre travail', 'Nuestro trabajo', 'Çalışmalarımız'],
    ['advice', 'Advice', 'Ratgeber', 'Conseils', 'Consejos', 'Öneriler'],
  ],
  portfolio_categories: [
    ['projects', 'Projects', 'Vorhaben', 'Réalisations', 'Proyectos', 'Projeler'],
    [
      'clients',
      'Client work',
      'Kundenarbeiten',
      'Travaux pour clients',
      'Trabajos para clientes',
      'Müşteri işleri',
    ],
    ['own-ideas', 'Own ideas', 'Eigene Ideen', 'Nos idées', 'Ideas propias', 'Kendi fikirlerimiz'],
  ],
  team_sections: [
    ['leadership', 'Management', 'Leitung', 'Direction', 'Dirección', 'Yönetim'],
    ['team', 'Team', 'Team', 'Équipe', 'Equipo', 'Ekip'],
    ['office', 'Office', 'Büro', 'Bureau', 'Oficina', 'Ofis'],
  ],
  team_roles: [
    ['managing-director', 'Managing Director', 'Geschäftsführung', 'Direction', 'Gerencia', 'Genel Müdür'],
    ['manager', 'Manager', 'Leitung', 'Responsable', 'Responsable', 'Yönetici'],
    ['specialist', 'Specialist', 'Fachkraft', 'Spécialiste', 'Especialista', 'Uzman'],
    ['assistant', 'Assistant', 'Assistenz', 'Assistance', 'Asistencia', 'Asistan'],
    ['trainee', 'Trainee', 'Auszubildende/r', 'Stagiaire', 'En prácticas', 'Stajyer'],
  ],
};
