import type { TradeTexts } from './trade.ts';

/** Default texts for workshops and building trades. */
export const crafts: TradeTexts = {
  tagline: [
    'Made to measure.',
    'Arbeit nach Maß.',
    'Du travail sur mesure.',
    'Trabajo a medida.',
    'Ölçüye göre iş.',
  ],
  summary: [
    '{name} makes, fits and repairs: by agreed plans, on agreed dates and with our own hands.',
    '{name} fertigt, montiert und repariert: nach Absprache, zum Termin und mit eigenen Händen.',
    '{name} fabrique, pose et répare : comme convenu, à la date prévue et de nos propres mains.',
    '{name} fabrica, monta y repara: según lo acordado, en la fecha prevista y con nuestras propias manos.',
    '{name} üretir, kurar ve onarır: konuşulduğu gibi, zamanında ve kendi elleriyle.',
  ],
  blog_categories: [
    ['workshop', 'Workshop', 'Werkstatt', 'Atelier', 'Taller', 'Atölye'],
    ['material', 'Materials', 'Material', 'Matériaux', 'Materiales', 'Malzemeler'],
    ['advice', 'Advice', 'Ratgeber', 'Conseils', 'Consejos', 'Öneriler'],
    ['news', 'News', 'Aktuelles', 'Actualités', 'Actualidad', 'Haberler'],
  ],
  portfolio_categories: [
    ['new-work', 'New work', 'Neuanfertigung', 'Fabrication', 'Obra nueva', 'Yeni işler'],
    ['fitting', 'Fitting', 'Montage', 'Pose', 'Montaje', 'Montaj'],
    ['repair', 'Repairs', 'Reparatur', 'Réparation', 'Reparación', 'Onarım'],
    ['conversion', 'Conversions', 'Umbau', 'Transformation', 'Reforma', 'Tadilat'],
  ],
  team_sections: [
    ['leadership', 'Management', 'Leitung', 'Direction', 'Dirección', 'Yönetim'],
    ['workshop', 'Workshop', 'Werkstatt', 'Atelier', 'Taller', 'Atölye'],
    ['office', 'Office', 'Büro', 'Bureau', 'Oficina', 'Ofis'],
  ],
  team_roles: [
    ['managing-director', 'Managing Director', 'Geschäftsführung', 'Direction', 'Gerencia', 'Genel Müdür'],
    ['master', 'Master Craftsperson', 'Meister/in', 'Maître artisan', 'Maestro/a de taller', 'Usta'],
    [
      'workshop-manager',
      'Workshop Manager',
      'Werkstattleitung',
      'Chef d’atelier',
      'Jefatura de taller',
      'Atölye Şefi',
    ],
    ['journeyperson', 'Skilled Worker', 'Gesell/in', 'Compagnon', 'Oficial', 'Kalfa'],
    ['fitter', 'Fitter', 'Monteur/in', 'Monteur', 'Montador/a', 'Montajcı'],
    ['apprentice', 'Apprentice', 'Auszubildende/r', 'Apprenti', 'Aprendiz', 'Çırak'],
    [
      'draughtsperson',
      'Draughtsperson',
      'Technische Zeichnung',
      'Dessinateur',
      'Delineante',
      'Teknik Ressam',
    ],
    [
      'office-manager',
      'Office Manager',
      'Büroleitung',
      'Responsable du bureau',
      'Administración',
      'Ofis Sorumlusu',
    ],
  ],
  services: [
    {
      key: 'custom-work',
      title: [
        'Made to order',
        'Einzelanfertigung',
        'Fabrication sur mesure',
        'Fabricación a medida',
        'Siparişe göre üretim',
      ],
      summary: [
        'We make single pieces and small series from your drawing, your sample or your idea.',
        'Wir fertigen Einzelstücke und kleine Serien nach Ihrer Zeichnung, Ihrem Muster oder Ihrer Idee.',
        'Nous fabriquons des pièces uniques et de petites séries d’après votre plan, votre modèle ou votre idée.',
        'Fabricamos piezas únicas y series pequeñas a partir de su plano, su muestra o su idea.',
        'Çiziminize, örneğinize ya da fikrinize göre tek parça ve küçük seri üretiriz.',
      ],
      points: [
        [
          'Measured on site',
          'Aufmaß vor Ort',
          'Prise de mesures sur place',
          'Medición en su local',
          'Yerinde ölçü',
        ],
        [
          'A fixed price before we begin',
          'Ein fester Preis vor dem Beginn',
          'Un prix ferme avant de commencer',
          'Un precio cerrado antes de empezar',
          'Başlamadan önce kesin fiyat',
        ],
      ],
    },
    {
      key: 'fitting',
      title: [
        'Delivery and fitting',
        'Lieferung und Montage',
        'Livraison et pose',
        'Entrega y montaje',
        'Teslimat ve montaj',
      ],
      summary: [
        'We bring it, fit it and leave the place tidy.',
        'Wir liefern, montieren und hinterlassen alles sauber.',
        'Nous livrons, nous posons et nous laissons les lieux propres.',
        'Lo llevamos, lo montamos y lo dejamos todo limpio.',
        'Getirir, monte eder ve temiz bırakırız.',
      ],
      points: [
        [
          'One date, agreed in advance',
          'Ein Termin, vorher vereinbart',
          'Une date convenue à l’avance',
          'Una fecha acordada de antemano',
          'Önceden kararlaştırılmış gün',
        ],
        [
          'The people who made it fit it',
          'Es montiert, wer es gefertigt hat',
          'Ceux qui fabriquent posent aussi',
          'Monta quien lo ha fabricado',
          'Yapan kişi monte eder',
        ],
      ],
    },
    {
      key: 'repair',
      title: [
        'Repair and maintenance',
        'Reparatur und Wartung',
        'Réparation et entretien',
        'Reparación y mantenimiento',
        'Onarım ve bakım',
      ],
      summary: [
        'We mend what can be mended and say honestly when it cannot.',
        'Wir richten, was sich richten lässt, und sagen offen, wenn es sich nicht lohnt.',
        'Nous réparons ce qui peut l’être et disons franchement quand cela n’en vaut pas la peine.',
        'Reparamos lo que se puede reparar y decimos con franqueza cuándo no compensa.',
        'Onarılabileni onarır, değmeyeceğini açıkça söyleriz.',
      ],
      points: [
        [
          'A look at it before any price',
          'Ein Blick darauf vor jedem Preis',
          'Un examen avant tout prix',
          'Una revisión antes de dar precio',
          'Fiyattan önce inceleme',
        ],
        [
          'Spare parts, also for old pieces',
          'Ersatzteile, auch für Älteres',
          'Pièces de rechange, même anciennes',
          'Repuestos, también para piezas antiguas',
          'Eski parçalar için de yedek parça',
        ],
      ],
    },
  ],
};
