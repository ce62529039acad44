import { type Templates, writeTemplate } from './template.ts';

const note =
  'Esta plantilla es un punto de partida y no asesoramiento jurídico. Revísela, complétela y después borre esta línea.';

export const legalTemplatesES: Templates = {
  imprint: writeTemplate('Aviso legal', note, [
    [
      'Titular del sitio (art. 10 LSSI)',
      '{legal_name}\n{address}',
      'NIF: {tax_number}\nDatos registrales: {registration}',
    ],
    ['Contacto', 'Teléfono: {phone}\nCorreo electrónico: {email}'],
    [
      'Autorización y colegio profesional',
      '[[ Solo en actividades reguladas: autoridad, colegio y título. Si no, borre este apartado. ]]',
    ],
  ]),
  privacy: writeTemplate('Privacidad', note, [
    ['Responsable del tratamiento', '{legal_name}\n{address}\n{email_or:Contacto}'],
    [
      'Cuando visita este sitio',
      'Este sitio no instala cookies a los visitantes, no carga nada de terceros y no mide su comportamiento. Su dirección IP llega a nuestro servidor para que pueda responder. Queda en su registro durante [[ plazo, por ejemplo 14 días ]] para investigar fallos y abusos. {visit_counting}',
    ],
    [
      'Cuando nos escribe',
      'Guardamos lo que escribe y adjunta en un formulario, y la fecha, para responderle. La base jurídica es un contrato o su preparación y, en otro caso, nuestro interés legítimo en responder (art. 6 RGPD).',
      'Contra el correo no deseado, el servidor recuerda durante un máximo de {form_minutes} minutos qué dirección IP envió un formulario.',
      'Borramos las consultas {contact_months} meses después de atenderlas; las candidaturas, {application_months} meses después de atenderlas o rechazarlas.',
    ],
    ['Destinatarios', 'El servidor está a cargo de [[ nombre y país del proveedor ]].'],
    [
      'Sus derechos',
      'Según el RGPD puede pedir el acceso, la rectificación, la supresión, la limitación y la portabilidad de sus datos, y oponerse a su tratamiento. Escriba a {email_or:nuestro equipo}. También puede reclamar ante la Agencia Española de Protección de Datos.',
    ],
  ]),
  terms: writeTemplate('Condiciones de uso', note, [
    [
      'Objeto',
      'Estas condiciones se aplican al uso de este sitio de {legal_name}. Nuestros servicios se rigen por los contratos que acordemos.',
    ],
    [
      'Contenidos',
      'Los textos y las imágenes están protegidos por derechos de autor. Pídanos permiso para un uso que vaya más allá de lo que permite la ley.',
    ],
    [
      'Responsabilidad',
      'Redactamos este sitio con cuidado, pero no podemos garantizar que esté completo y al día. Nuestra responsabilidad legal no cambia.',
    ],
    ['Enlaces', 'De los sitios ajenos que enlazamos responden sus titulares.'],
    [
      'Ley aplicable',
      'Se aplica la ley española. Los derechos irrenunciables de los consumidores no cambian.',
    ],
  ]),
};
