import type { LegalText } from '../document.ts';

/** The non-disclosure agreement in Spanish. */
export const legalText: LegalText = ({ product, hospital }) => ({
  title: 'Acuerdo de confidencialidad',
  date: '2021-02-18',
  version: '1.0',
  intro: [
    `Este acuerdo es entre usted y ${hospital}, el hospital que ofrece la prueba de ${product}. En este acuerdo, “el producto” es ${product}, y “nosotros” se refiere al hospital y al equipo que maneja el producto para él.`,
    'Usted ve el producto antes de que se publique. En resumen: úselo, díganos qué le parece y no cuente a nadie lo que tiene de nuevo. De su propia salud y de su propia atención siempre puede hablar con quien quiera.',
  ],
  sections: [
    {
      id: 'purpose',
      title: 'Por qué hay un acuerdo',
      blocks: [
        'El producto se ofrece como prueba. Sus pantallas, sus ideas y sus planes todavía no son públicos. Se los mostramos para que pueda probar el producto y darnos su opinión. Solo para eso los recibe.',
      ],
    },
    {
      id: 'acceptance',
      title: 'Cómo acepta usted y a quién obliga',
      blocks: [
        'Usted acepta al marcar la casilla de este acuerdo en la pantalla que lleva aquí. Eso vale como su firma. Si no está de acuerdo, no marque la casilla: en ese caso no puede participar en la prueba. Su atención en el hospital no depende de eso de ninguna manera.',
        'El acuerdo lo obliga a usted y nos obliga a nosotros. Si prueba el producto para una organización, por ejemplo el hospital donde trabaja, confirma que puede aceptar este acuerdo por la parte que le toca en la prueba.',
      ],
    },
    {
      id: 'confidential',
      title: 'Qué es confidencial',
      blocks: [
        'Es confidencial todo lo que le mostramos o le contamos del producto durante la prueba y que no es público, en especial:',
        {
          list: [
            'cómo se ve y cómo funciona el producto: sus pantallas, textos, imágenes, sonidos, videos y contenido de demostración;',
            'su software, su diseño técnico y las formas en que se mantiene seguro;',
            'planes, fechas, precios, nombres de socios y otra información comercial;',
            'fallas y puntos débiles del producto, también los que usted mismo encuentre;',
            'opiniones y resultados de la prueba que otras personas compartan con usted.',
          ],
        },
        'No importa si lo marcamos como confidencial o no. Si tiene dudas sobre algo, pregúntenos primero.',
      ],
    },
    {
      id: 'exceptions',
      title: 'Qué no es confidencial',
      blocks: [
        'Este acuerdo no incluye información que:',
        {
          list: [
            'es pública, o se hace pública sin culpa de usted;',
            'usted ya conocía, de manera legal, antes de que se la mostráramos;',
            'le da otra persona que tiene permiso para hacerlo;',
            'usted descubre por su cuenta, sin usar lo que le mostramos.',
          ],
        },
      ],
    },
    {
      id: 'promises',
      title: 'Qué promete usted',
      blocks: [
        'Mientras dure este acuerdo, usted:',
        {
          list: [
            'usará la información confidencial solo para probar el producto y decirnos qué le parece;',
            'no la pasará a otros ni la publicará, ni con palabras ni como imagen, grabación o captura de pantalla;',
            'mostrará el producto solo a personas que también participan en la prueba, como una persona de apoyo a quien haya invitado;',
            'la cuidará tanto como cuida sus propios asuntos confidenciales;',
            'no dará a nadie el código de su pulsera, su PIN ni su contraseña;',
            'no copiará el producto, no lo desarmará ni tratará de obtener su código fuente, salvo donde la ley le dé ese derecho.',
          ],
        },
      ],
    },
    {
      id: 'always-allowed',
      title: 'Qué puede hacer siempre',
      blocks: [
        'Nada en este acuerdo le impide:',
        {
          list: [
            'hablar de su propia salud, su propia estancia y su propia atención con quien quiera;',
            'usar y compartir su propia información de salud, también cuando la lee en el producto;',
            'pedir consejo médico, una segunda opinión, o apoyo legal o personal;',
            'informar al hospital, a un colegio profesional, a un comisionado de privacidad o a otra autoridad de un problema de seguridad, un problema de privacidad o algo ilegal;',
            'responder con la verdad cuando la ley o un tribunal lo exija.',
          ],
        },
        'Si un tribunal o una autoridad le ordena revelar algo confidencial, avísenos primero si la ley lo permite, y revele solo lo que se exige.',
      ],
    },
    {
      id: 'personal-information',
      title: 'Información sobre personas',
      blocks: [
        'La prueba puede mostrarle información sobre otras personas, por ejemplo sobre alguien a quien usted apoya. Manténgala en secreto, parezca importante o no. Este deber viene de las leyes de privacidad además de este acuerdo, y no termina con la prueba.',
        'Si ve información sobre una persona real que claramente no era para usted, ciérrela, no la copie y avise enseguida al equipo de soporte.',
        'La política de privacidad, y no este acuerdo, explica cómo tratamos la información sobre usted.',
        { read: 'privacy' },
      ],
    },
    {
      id: 'feedback',
      title: 'Sus comentarios',
      blocks: [
        'Queremos su opinión sincera, lo bueno y lo malo. No tiene que darnos ninguna. Podemos usar lo que nos diga del producto para mejorarlo, sin deberle ningún pago. No publicamos su nombre junto con eso, a menos que usted lo haya aceptado.',
      ],
    },
    {
      id: 'rights',
      title: 'Ningún derecho cambia de manos',
      blocks: [
        'Todo lo que le mostramos sigue siendo de quienes es ahora. Usted no recibe ninguna licencia, ninguna patente ni ningún otro derecho sobre el producto, aparte de usarlo en la prueba como dicen las condiciones de uso.',
        { read: 'terms' },
      ],
    },
    {
      id: 'duration',
      title: 'Cuánto dura',
      blocks: [
        'El acuerdo empieza cuando usted lo acepta. Termina dos años después de que haya terminado su prueba, o antes para todo lo que se haga público. La información sobre personas sigue siendo confidencial mientras la protejan las leyes de privacidad.',
        'Puede dejar la prueba en cualquier momento si escribe al equipo de soporte. Nosotros también podemos terminar su prueba en cualquier momento. Lo que haya conocido hasta entonces sigue siendo confidencial durante el tiempo que se indica aquí.',
      ],
    },
    {
      id: 'return',
      title: 'Cuando termina la prueba',
      blocks: [
        'Borre lo que haya guardado del producto, como notas, imágenes o grabaciones, y quítelo de su teléfono. Puede conservar su propia información de salud. Si tiene que conservar una copia de algo porque la ley lo dice, manténgala en secreto.',
      ],
    },
    {
      id: 'breach',
      title: 'Si algo sale mal',
      blocks: [
        'Si información confidencial llegó a alguien a quien no debía llegar, avise al equipo de soporte lo antes posible. Nadie lo culpará por un error sincero del que nos avise; queremos limitar el daño juntos.',
        'Como muchas veces el dinero no puede reparar un daño así, podemos pedir a un tribunal que impida que se siga divulgando. Cada parte responde por las pérdidas que cause al no cumplir este acuerdo, según lo que disponga la ley.',
      ],
    },
    {
      id: 'general',
      title: 'Puntos generales',
      blocks: [
        'El producto se le muestra tal como es en ese momento. Este acuerdo no promete ni que se publicará ni que seguirá siendo como es.',
        'Este documento es todo el acuerdo sobre la confidencialidad en la prueba. Si una parte resulta no ser válida, lo demás se mantiene. Solo se puede cambiar por escrito, y si alguna vez proponemos una nueva versión, le pediremos otra vez que la acepte. Si uno de nosotros no reclama un derecho enseguida, ese derecho no se pierde.',
        'El texto en inglés y el texto en francés tienen el mismo valor.',
      ],
    },
    {
      id: 'law',
      title: 'Ley aplicable',
      blocks: [
        'Este acuerdo se rige por las leyes de Canadá, incluidas las leyes de la provincia que se aplican allí. Usted conserva los derechos que la ley le da y que ningún acuerdo puede quitarle.',
      ],
    },
    {
      id: 'contact',
      title: 'Preguntas',
      blocks: [
        'Si algo de esto no está claro, pregunte antes de aceptar. El equipo de soporte se lo explica con gusto:',
        { contacts: true },
      ],
    },
  ],
});
