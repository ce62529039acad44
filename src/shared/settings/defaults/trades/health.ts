import type { TradeTexts } from './trade.ts';

/** Default texts for medical, dental and therapy practices. */
export const health: TradeTexts = {
  tagline: [
    'Time for your health.',
    'Zeit für Ihre Gesundheit.',
    'Du temps pour votre santé.',
    'Tiempo para su salud.',
    'Sağlığınıza zaman.',
  ],
  summary: [
    '{name} takes time for every patient: thorough examinations, clear explanations and short waits.',
    '{name} nimmt sich Zeit: gründliche Untersuchung, verständliche Erklärung und kurze Wartezeiten.',
    '{name} prend le temps pour chaque patient : un examen attentif, des explications claires et peu d’attente.',
    '{name} dedica tiempo a cada paciente: exploración cuidadosa, explicaciones claras y poca espera.',
    '{name} her hastaya zaman ayırır: özenli muayene, açık anlatım ve kısa bekleme.',
  ],
  blog_categories: [
    ['prevention', 'Prevention', 'Vorsorge', 'Prévention', 'Prevención', 'Koruyucu sağlık'],
    ['treatment', 'Treatment', 'Behandlung', 'Soins', 'Tratamiento', 'Tedavi'],
    [
      'everyday-health',
      'Everyday health',
      'Gesund im Alltag',
      'Santé au quotidien',
      'Salud diaria',
      'Günlük sağlık',
    ],
    [
      'practice-news',
      'Practice news',
      'Praxisnachrichten',
      'Vie du cabinet',
      'Novedades de la consulta',
      'Muayenehane haberleri',
    ],
  ],
  portfolio_categories: [
    ['care', 'Care', 'Versorgung', 'Prise en charge', 'Atención', 'Bakım'],
    ['equipment', 'Equipment', 'Ausstattung', 'Équipement', 'Equipamiento', 'Donanım'],
    ['courses', 'Courses', 'Kurse', 'Ateliers', 'Cursos', 'Kurslar'],
    ['cooperation', 'Cooperation', 'Kooperation', 'Partenariats', 'Colaboración', 'İş birliği'],
  ],
  team_sections: [
    ['doctors', 'Practitioners', 'Behandelnde', 'Praticiens', 'Profesionales', 'Hekim ve terapistler'],
    ['assistance', 'Assistance', 'Assistenz', 'Assistance', 'Asistencia', 'Asistanlar'],
    ['reception', 'Reception', 'Empfang', 'Accueil', 'Recepción', 'Karşılama'],
  ],
  team_roles: [
    ['doctor', 'Doctor', 'Arzt/Ärztin', 'Médecin', 'Médico/a', 'Doktor'],
    ['dentist', 'Dentist', 'Zahnarzt/Zahnärztin', 'Dentiste', 'Dentista', 'Diş Hekimi'],
    [
      'physiotherapist',
      'Physiotherapist',
      'Physiotherapeut/in',
      'Kinésithérapeute',
      'Fisioterapeuta',
      'Fizyoterapist',
    ],
    ['therapist', 'Therapist', 'Therapeut/in', 'Thérapeute', 'Terapeuta', 'Terapist'],
    ['nurse', 'Nurse', 'Pflegefachkraft', 'Infirmier', 'Enfermero/a', 'Hemşire'],
    [
      'medical-assistant',
      'Medical Assistant',
      'Medizinische Fachkraft',
      'Assistance médicale',
      'Auxiliar clínico',
      'Klinik Asistanı',
    ],
    ['receptionist', 'Receptionist', 'Empfang', 'Secrétariat médical', 'Recepción', 'Hasta Kabul'],
    [
      'practice-manager',
      'Practice Manager',
      'Praxisleitung',
      'Direction du cabinet',
      'Gerencia',
      'Klinik Yöneticisi',
    ],
  ],
  services: [
    {
      key: 'check-up',
      title: ['Check-ups', 'Vorsorge', 'Bilan de santé', 'Revisiones', 'Kontrol muayenesi'],
      summary: [
        'Regular examinations that find out early what can be treated well.',
        'Regelmäßige Untersuchungen, die früh zeigen, was sich gut behandeln lässt.',
        'Des examens réguliers pour voir tôt ce qui se soigne bien.',
        'Exploraciones periódicas para ver pronto lo que se puede tratar bien.',
        'İyi tedavi edilebileni erken gösteren düzenli muayeneler.',
      ],
      points: [
        [
          'A reminder when it is time',
          'Eine Erinnerung, wenn es Zeit ist',
          'Un rappel le moment venu',
          'Un aviso cuando toca',
          'Zamanı gelince hatırlatma',
        ],
        [
          'The findings explained',
          'Der Befund wird erklärt',
          'Les résultats expliqués',
          'Los resultados explicados',
          'Sonuçların açıklanması',
        ],
      ],
    },
    {
      key: 'treatment',
      title: ['Treatment', 'Behandlung', 'Soins', 'Tratamiento', 'Tedavi'],
      summary: [
        'We say what we recommend, why, and what else would be possible.',
        'Wir sagen, was wir empfehlen, warum, und was sonst möglich wäre.',
        'Nous disons ce que nous conseillons, pourquoi, et ce qui serait possible autrement.',
        'Decimos qué recomendamos, por qué y qué otras opciones hay.',
        'Ne önerdiğimizi, nedenini ve diğer seçenekleri söyleriz.',
      ],
      points: [
        [
          'Appointments that are kept',
          'Termine, die gelten',
          'Des rendez-vous respectés',
          'Citas que se cumplen',
          'Tutulan randevular',
        ],
        [
          'Costs named beforehand',
          'Kosten vorher genannt',
          'Les coûts annoncés avant',
          'Costes indicados antes',
          'Önceden bildirilen ücret',
        ],
      ],
    },
    {
      key: 'aftercare',
      title: ['Aftercare', 'Nachsorge', 'Suivi', 'Seguimiento', 'Takip'],
      summary: [
        'We stay at your side until you are well.',
        'Wir begleiten Sie, bis es Ihnen gut geht.',
        'Nous vous accompagnons jusqu’à ce que vous alliez bien.',
        'Le acompañamos hasta que esté bien.',
        'İyileşene kadar yanınızdayız.',
      ],
      points: [
        [
          'Questions answered by phone',
          'Antworten am Telefon',
          'Des réponses par téléphone',
          'Respuestas por teléfono',
          'Telefonla yanıt',
        ],
        [
          'In touch with your other practices',
          'Im Austausch mit anderen Praxen',
          'En lien avec vos autres praticiens',
          'En contacto con otros especialistas',
          'Diğer hekimlerinizle iletişim',
        ],
      ],
    },
  ],
};
