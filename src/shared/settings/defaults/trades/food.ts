import type { TradeTexts } from './trade.ts';

/** Default texts for bakeries, restaurants and cafés. */
export const food: TradeTexts = {
  tagline: [
    'Fresh every day.',
    'Jeden Tag frisch.',
    'Frais chaque jour.',
    'Fresco cada día.',
    'Her gün taze.',
  ],
  summary: [
    '{name} bakes and cooks with good ingredients: to eat here, to take away and for your celebrations.',
    '{name} backt und kocht mit guten Zutaten: zum Hieressen, zum Mitnehmen und für Ihre Feste.',
    '{name} prépare chaque jour de bonnes choses avec de bons produits : sur place, à emporter et pour vos fêtes.',
    '{name} hornea y cocina con buenos ingredientes: para tomar aquí, para llevar y para sus celebraciones.',
    '{name} iyi malzemeyle pişirir: burada yemek, götürmek ve kutlamalarınız için.',
  ],
  blog_categories: [
    ['season', 'Season', 'Saison', 'Saison', 'Temporada', 'Mevsim'],
    ['recipes', 'Recipes', 'Rezepte', 'Recettes', 'Recetas', 'Tarifler'],
    ['behind-the-counter', 'Our craft', 'Handwerk', 'Savoir-faire', 'Oficio', 'Ustalık'],
    ['news', 'News', 'Aktuelles', 'Actualités', 'Actualidad', 'Haberler'],
  ],
  portfolio_categories: [
    ['celebrations', 'Celebrations', 'Feste', 'Fêtes', 'Celebraciones', 'Kutlamalar'],
    ['catering', 'Catering', 'Catering', 'Traiteur', 'Catering', 'İkram'],
    ['creations', 'Creations', 'Kreationen', 'Créations', 'Creaciones', 'Özel ürünler'],
    ['events', 'Events', 'Veranstaltungen', 'Événements', 'Eventos', 'Etkinlikler'],
  ],
  team_sections: [
    ['leadership', 'Management', 'Leitung', 'Direction', 'Dirección', 'Yönetim'],
    [
      'kitchen',
      'Kitchen and bakery',
      'Küche und Backstube',
      'Cuisine et fournil',
      'Cocina y obrador',
      'Mutfak ve fırın',
    ],
    [
      'service',
      'Service and sales',
      'Service und Verkauf',
      'Service et vente',
      'Sala y venta',
      'Servis ve satış',
    ],
  ],
  team_roles: [
    ['owner', 'Owner', 'Inhaber/in', 'Gérance', 'Propiedad', 'İşletme Sahibi'],
    ['manager', 'Manager', 'Betriebsleitung', 'Responsable', 'Encargado/a', 'İşletme Müdürü'],
    ['baker', 'Baker', 'Bäcker/in', 'Boulanger', 'Panadero/a', 'Fırıncı'],
    ['pastry-chef', 'Pastry Chef', 'Konditor/in', 'Pâtissier', 'Pastelero/a', 'Pastacı'],
    ['cook', 'Cook', 'Koch/Köchin', 'Cuisinier', 'Cocinero/a', 'Aşçı'],
    ['server', 'Server', 'Service', 'Service en salle', 'Camarero/a', 'Garson'],
    ['sales-assistant', 'Sales Assistant', 'Verkauf', 'Vente', 'Dependiente', 'Satış Görevlisi'],
    ['apprentice', 'Apprentice', 'Auszubildende/r', 'Apprenti', 'Aprendiz', 'Çırak'],
  ],
  services: [
    {
      key: 'daily',
      title: ['Every day', 'Jeden Tag', 'Chaque jour', 'Cada día', 'Her gün'],
      summary: [
        'Made fresh in the morning, and what is gone is gone.',
        'Am Morgen frisch gemacht, und was weg ist, ist weg.',
        'Préparé le matin même, jusqu’à épuisement.',
        'Hecho por la mañana, hasta que se acaba.',
        'Sabah taze hazırlanır, bitince biter.',
      ],
      points: [
        [
          'Ingredients from the region where we can',
          'Zutaten aus der Region, wo es geht',
          'Des produits de la région, dès que possible',
          'Ingredientes de la zona siempre que podemos',
          'Mümkün oldukça yöreden malzeme',
        ],
        [
          'We know what is in it: ask about allergens',
          'Wir wissen, was drin ist: Fragen Sie nach Allergenen',
          'Nous savons ce qu’il y a dedans : demandez-nous les allergènes',
          'Sabemos lo que lleva: pregunte por los alérgenos',
          'İçinde ne olduğunu biliriz: alerjenleri sorun',
        ],
      ],
    },
    {
      key: 'orders',
      title: ['Orders', 'Vorbestellung', 'Commandes', 'Encargos', 'Sipariş'],
      summary: [
        'Order ahead and collect it when it suits you.',
        'Bestellen Sie vor und holen Sie ab, wann es Ihnen passt.',
        'Commandez à l’avance et passez quand cela vous arrange.',
        'Encargue con antelación y recójalo cuando le venga bien.',
        'Önceden sipariş verin, size uyan zamanda alın.',
      ],
      points: [
        [
          'For one person or for the whole office',
          'Für eine Person oder das ganze Büro',
          'Pour une personne ou tout un bureau',
          'Para una persona o para toda la oficina',
          'Bir kişi ya da bütün ofis için',
        ],
        [
          'Ready at the time we agreed',
          'Fertig zur vereinbarten Zeit',
          'Prêt à l’heure convenue',
          'Listo a la hora acordada',
          'Kararlaştırılan saatte hazır',
        ],
      ],
    },
    {
      key: 'celebrations',
      title: [
        'Celebrations',
        'Feste und Feiern',
        'Fêtes et réceptions',
        'Fiestas y celebraciones',
        'Kutlamalar',
      ],
      summary: [
        'For weddings, birthdays and company parties: we plan it with you.',
        'Für Hochzeiten, Geburtstage und Firmenfeste: Wir planen mit Ihnen.',
        'Mariages, anniversaires, réceptions : nous préparons tout avec vous.',
        'Bodas, cumpleaños y fiestas de empresa: lo planeamos con usted.',
        'Düğün, doğum günü ve şirket kutlamaları: birlikte planlarız.',
      ],
      points: [
        [
          'A tasting beforehand',
          'Eine Probe vorab',
          'Une dégustation avant',
          'Una prueba previa',
          'Öncesinde tadım',
        ],
        [
          'A price for each guest',
          'Ein Preis je Gast',
          'Un prix par invité',
          'Un precio por invitado',
          'Kişi başına fiyat',
        ],
      ],
    },
  ],
};
