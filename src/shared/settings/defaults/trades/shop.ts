import type { TradeTexts } from './trade.ts';

/** Default texts for shops and studios: retail, hair and beauty, photography and design. */
export const shop: TradeTexts = {
  tagline: [
    'Good to see you.',
    'Schön, dass Sie da sind.',
    'Ravis de vous voir.',
    'Qué bien verle.',
    'Hoş geldiniz.',
  ],
  summary: [
    '{name} advises you in person, and has chosen with care what you find here.',
    '{name} berät Sie persönlich und hat mit Sorgfalt ausgesucht, was Sie hier finden.',
    '{name} vous conseille en personne et choisit avec soin ce que vous trouvez ici.',
    '{name} le atiende en persona y elige con cuidado lo que encuentra aquí.',
    '{name} sizinle birebir ilgilenir ve burada bulduklarınızı özenle seçer.',
  ],
  blog_categories: [
    ['new', 'New in', 'Neu bei uns', 'Nouveautés', 'Novedades', 'Yeni gelenler'],
    ['inspiration', 'Inspiration', 'Inspiration', 'Inspiration', 'Inspiración', 'İlham'],
    ['tips', 'Tips', 'Tipps', 'Conseils', 'Consejos', 'İpuçları'],
    ['news', 'News', 'Aktuelles', 'Actualités', 'Actualidad', 'Haberler'],
  ],
  portfolio_categories: [
    ['own-work', 'Our work', 'Eigene Arbeiten', 'Nos réalisations', 'Nuestros trabajos', 'Çalışmalarımız'],
    ['commissions', 'Commissions', 'Auftragsarbeiten', 'Commandes', 'Encargos', 'Siparişler'],
    ['collections', 'Collections', 'Kollektionen', 'Collections', 'Colecciones', 'Koleksiyonlar'],
    ['events', 'Events', 'Veranstaltungen', 'Événements', 'Eventos', 'Etkinlikler'],
  ],
  team_sections: [
    ['leadership', 'Management', 'Leitung', 'Direction', 'Dirección', 'Yönetim'],
    [
      'advice',
      'Shop and studio',
      'Laden und Studio',
      'Boutique et studio',
      'Tienda y estudio',
      'Mağaza ve stüdyo',
    ],
    [
      'office',
      'Office and shipping',
      'Büro und Versand',
      'Bureau et expédition',
      'Oficina y envíos',
      'Ofis ve gönderim',
    ],
  ],
  team_roles: [
    ['owner', 'Owner', 'Inhaber/in', 'Gérance', 'Propiedad', 'İşletme Sahibi'],
    ['manager', 'Shop Manager', 'Filialleitung', 'Responsable de boutique', 'Encargado/a', 'Mağaza Müdürü'],
    ['sales-assistant', 'Sales Assistant', 'Verkauf', 'Vente', 'Dependiente', 'Satış Danışmanı'],
    ['stylist', 'Stylist', 'Stylist/in', 'Styliste', 'Estilista', 'Stilist'],
    ['designer', 'Designer', 'Gestaltung', 'Création', 'Diseño', 'Tasarımcı'],
    ['photographer', 'Photographer', 'Fotograf/in', 'Photographe', 'Fotógrafo/a', 'Fotoğrafçı'],
    ['shipping', 'Shipping', 'Versand', 'Expédition', 'Envíos', 'Gönderim'],
    ['apprentice', 'Apprentice', 'Auszubildende/r', 'Apprenti', 'Aprendiz', 'Çırak'],
  ],
  services: [
    {
      key: 'personal-advice',
      title: [
        'Personal advice',
        'Persönliche Beratung',
        'Conseil personnel',
        'Atención personal',
        'Kişisel danışma',
      ],
      summary: [
        'We ask what you need and show you what suits it.',
        'Wir fragen, was Sie brauchen, und zeigen, was dazu passt.',
        'Nous vous demandons ce qu’il vous faut et montrons ce qui convient.',
        'Preguntamos qué necesita y le mostramos lo que encaja.',
        'Neye ihtiyacınız olduğunu sorar, uygun olanı gösteririz.',
      ],
      points: [
        [
          'Without an appointment, or with one',
          'Mit oder ohne Termin',
          'Avec ou sans rendez-vous',
          'Con o sin cita',
          'Randevulu ya da randevusuz',
        ],
        ['No hurry', 'Ganz ohne Eile', 'Sans se presser', 'Sin prisas', 'Acele etmeden'],
      ],
    },
    {
      key: 'orders',
      title: ['Made for you', 'Auf Bestellung', 'Sur commande', 'Por encargo', 'Size özel'],
      summary: [
        'What is not on the shelf we order, make or adapt for you.',
        'Was nicht im Regal steht, bestellen, fertigen oder ändern wir für Sie.',
        'Ce qui n’est pas en rayon, nous le commandons, le réalisons ou l’adaptons pour vous.',
        'Lo que no está en la tienda lo pedimos, lo hacemos o lo adaptamos para usted.',
        'Rafta olmayanı sizin için getirtir, yapar ya da uyarlarız.',
      ],
      points: [
        [
          'A price and a date in advance',
          'Preis und Termin vorab',
          'Prix et délai annoncés',
          'Precio y fecha por adelantado',
          'Önceden fiyat ve gün',
        ],
        [
          'A message when it is ready',
          'Nachricht, wenn es fertig ist',
          'Un message dès que c’est prêt',
          'Un aviso cuando está listo',
          'Hazır olunca haber',
        ],
      ],
    },
    {
      key: 'after-purchase',
      title: [
        'After your purchase',
        'Nach dem Kauf',
        'Après l’achat',
        'Después de la compra',
        'Alışverişten sonra',
      ],
      summary: [
        'If something is not right, come back. We put it right.',
        'Wenn etwas nicht stimmt, kommen Sie wieder. Wir bringen es in Ordnung.',
        'Si quelque chose ne va pas, revenez. Nous arrangerons cela.',
        'Si algo no está bien, vuelva. Lo arreglamos.',
        'Bir sorun olursa yine gelin. Düzeltiriz.',
      ],
      points: [
        [
          'Exchange without long questions',
          'Umtausch ohne lange Fragen',
          'Échange sans longues questions',
          'Cambios sin muchas preguntas',
          'Uzatmadan değişim',
        ],
        [
          'Help with care and repair',
          'Hilfe bei Pflege und Reparatur',
          'Aide pour l’entretien et la réparation',
          'Ayuda con el cuidado y la reparación',
          'Bakım ve onarımda yardım',
        ],
      ],
    },
  ],
};
