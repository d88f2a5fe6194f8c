import type { LegalBlock, LegalText } from '../document.ts';

const answers = (storesAnswers: boolean, isDemo: boolean): LegalBlock =>
  storesAnswers
    ? 'Una encuesta va a un servicio aparte que registra encuestas, con su nombre, su correo electrónico y el nombre del hospital. El servicio la guarda para que el hospital pueda aprender de ella. No tiene que participar, y su atención no depende de eso.'
    : `Una encuesta va a un servicio aparte que registra encuestas, con su nombre, su correo electrónico y el nombre del hospital. ${isDemo ? 'En esta demostración, las respuestas' : 'Las respuestas'} de las encuestas no se conservan: el servicio guarda un recibo (qué encuesta, para qué hospital, cuándo, y una huella digital con la que reconoce una encuesta que llega dos veces) y descarta sus respuestas, su nombre y su correo electrónico. No tiene que participar, y su atención no depende de eso.`;

const DEMO: LegalBlock[] = [
  'Esta es una demostración. Los eventos, los resultados, los planes de cuidados y las personas de su historia son inventados. La historia es la misma para todos y no dice nada de usted.',
  'En la demostración, los mensajes de texto y los correos electrónicos que escribe el producto aparecen en una página, la bandeja de salida, que puede leer cualquiera que pruebe esta demostración. Contienen nombres, números de teléfono, direcciones de correo electrónico y códigos de seguridad. Por eso, escriba aquí solo datos que otros puedan ver, y ninguna información de salud de una persona real.',
];

/** The privacy policy in Spanish. */
export const legalText: LegalText = ({ product, hospital, isDemo, storesAnswers }) => ({
  title: 'Política de privacidad',
  date: '2021-02-16',
  version: '1.0',
  intro: [
    `Esta política dice qué pasa con la información sobre usted cuando usa ${product} (“el producto”), que ${hospital} (“el hospital”) ofrece${isDemo ? ' como prueba' : ''}. “Nosotros” se refiere al hospital y al equipo que maneja el producto para él.`,
    'En resumen: recogemos lo que el producto necesita para funcionar, lo usamos para su paso por el hospital y para nada más, no lo vendemos, y usted puede pedir en cualquier momento verlo, corregirlo o que se borre.',
  ],
  sections: [
    {
      id: 'responsible',
      title: 'Quién es responsable',
      blocks: [
        'El hospital es responsable de su información personal de salud. La Ley de Protección de la Información Personal de Salud de Ontario (PHIPA) lo llama custodio de información de salud: decide qué se recoge, por qué, y quién puede verlo. El equipo que maneja el producto trabaja para el hospital y puede usar la información solo como el hospital lo permite.',
        'Para otra información personal, como el correo electrónico que usted deja para recibir noticias, las reglas las fija la Ley de Protección de la Información Personal y los Documentos Electrónicos de Canadá (PIPEDA). En palabras sencillas, ambas leyes dicen lo mismo: decir a las personas qué se hace, no tomar más de lo necesario, cuidarlo bien y responder por ello.',
      ],
    },
    {
      id: 'collected',
      title: 'Qué recogemos',
      blocks: [
        'De usted:',
        {
          list: [
            'el código de su pulsera, cuando lo escanea o lo escribe a mano;',
            'para una cuenta: nombre y apellido, correo electrónico, organización, número de teléfono y una contraseña, de la que guardamos solo una forma cifrada (un hash) que no se puede convertir de nuevo;',
            `su aceptación ${isDemo ? 'del acuerdo de confidencialidad, ' : ''}de esta política y de las condiciones de uso;`,
            'un nuevo número de celular, cuando lo cambia;',
            'el nombre y el número de celular de una persona de apoyo a quien invita, y lo que usted deja que esa persona vea;',
            'sus respuestas a las encuestas, y lo que escribe al equipo de soporte;',
            'si pide noticias: nombre, correo electrónico, ciudad si lo desea, y si quiere recibir novedades.',
          ],
        },
        'Del hospital: lo que forma parte de su paso por él, como los eventos de una estancia, resultados, informes y planes de cuidados.',
        'Del uso del producto: cuándo inició sesión, escaneó su pulsera y escribió su PIN, qué eventos ha visto, el idioma que eligió, y registros técnicos. Los registros contienen identificadores, horas y códigos de error, y ningún nombre, mensaje ni información de salud.',
      ],
    },
    {
      id: 'use',
      title: 'Para qué lo usamos',
      blocks: [
        {
          list: [
            'para asegurarnos de que es usted, y para no dejar entrar a otros;',
            'para mostrarle su paso por el hospital, y mostrarlo a las personas de apoyo que usted eligió;',
            'para enviarle PIN, enlaces y avisos sobre su cuenta;',
            'para pasar sus comentarios al hospital;',
            'para ayudarle cuando pide soporte;',
            'para encontrar fallas, mantener seguro el producto y mejorarlo;',
            'para hacer lo que exige la ley.',
          ],
        },
        'Si alguna vez queremos usarlo para otra cosa, le preguntamos primero.',
      ],
    },
    {
      id: 'never',
      title: 'Qué no hacemos',
      blocks: [
        {
          list: [
            'No vendemos su información ni la usamos para publicidad.',
            'El producto no tiene rastreadores de publicidad ni análisis de otras empresas, y no pone cookies para seguirlo.',
            'No pregunta dónde está usted, y no escucha por el micrófono.',
            'La cámara lee el código de su pulsera solo mientras escanea. Sus imágenes se quedan en su teléfono: no se graba ni se envía nada, salvo el código mismo.',
          ],
        },
      ],
    },
    {
      id: 'consent',
      title: 'Su consentimiento',
      blocks: [
        'Usted da su consentimiento cuando marca la casilla de esta política. Darlo es decisión suya: puede decir que no, y puede retirarlo más tarde: borre su cuenta en los ajustes, en “Sus datos”, o escriba al equipo de soporte. Entonces paramos, borramos lo que ya no necesitamos y le decimos qué consecuencias tiene: sin su número de celular, el producto no puede enviarle un PIN por mensaje de texto. Lo que pasó antes sigue siendo legal.',
        'Su atención en el hospital no depende de que dé su consentimiento para este producto.',
      ],
    },
    {
      id: 'supporters',
      title: 'Personas de apoyo',
      blocks: [
        'Las personas de apoyo ven información sobre usted solo si usted las invitó. En la página de cada una puede desactivar lo que no debe ver: novedades de su estado, registros médicos, resultados de diagnóstico, planes de cuidados. Al principio todo está activado, así que por favor revíselo. Para quitar a una persona de apoyo, escriba al equipo de soporte.',
        'Antes de escribir el nombre y el número de celular de alguien, por favor pregúntele. Usamos ambos solo para la invitación y para mostrar a la persona en su lista. La invitación dice el nombre de usted.',
      ],
    },
    {
      id: 'shared',
      title: 'Quién más recibe información',
      blocks: [
        {
          list: [
            `Las personas del hospital que lo atienden, o que manejan ${isDemo ? 'esta prueba' : 'el producto'}, en la medida en que su tarea lo exige.`,
            'Los servicios que entregan nuestros mensajes de texto y correos electrónicos. Reciben el número o la dirección y el mensaje.',
            'El servicio que registra las encuestas, como dice la siguiente sección.',
            'El equipo de soporte. Una solicitud de soporte le llega como mensaje de texto con el problema, sus comentarios, cómo prefiere que se comuniquen con usted, y su correo electrónico.',
            'Las autoridades y los tribunales, cuando la ley nos obliga, y entonces solo lo que se exige.',
          ],
        },
        'Quienes trabajan para nosotros están obligados por contrato a proteger la información y a no usarla para nada más. Si un servicio la guarda fuera de Ontario o fuera de Canadá, puede aplicarse la ley de ese lugar; el equipo de soporte le dirá qué servicios usa el hospital, y dónde.',
      ],
    },
    { id: 'surveys', title: 'Encuestas', blocks: [answers(storesAnswers, isDemo)] },
    ...(isDemo ? [{ id: 'demo', title: 'Prueba y demostración', blocks: DEMO }] : []),
    {
      id: 'phone',
      title: 'Qué se guarda en su teléfono',
      blocks: [
        'En el almacenamiento local del navegador, el producto guarda dos cosas:',
        {
          list: [
            'sus ajustes, como el idioma y el tema;',
            'una clave de acceso, un valor largo al azar que mantiene abierta su sesión hasta 12 horas y que no sirve después de cerrar la sesión.',
          ],
        },
        'Mientras llena un formulario, lo que escribió puede guardarse para esa pestaña del navegador, nunca la contraseña. Para que pueda leer sin conexión, el programa mismo se guarda en el teléfono, y también puede guardarse una copia cifrada de lo último que vio. Las respuestas de encuestas que todavía no se pudieron enviar pueden esperar en el teléfono hasta que se envíen, o hasta que usted las descarte. Para que pueda ver y cambiar lo que envió, una copia cifrada de esas respuestas se queda en el teléfono hasta que cierre la sesión.',
        `Al cerrar la sesión se borran la clave y las copias. ${isDemo ? 'Restablecer, y el fin de su prueba, borran' : 'Restablecer borra'} también los ajustes. En un navegador que comparte con otros no debería dejar abierta la sesión.`,
      ],
    },
    {
      id: 'security',
      title: 'Cómo lo protegemos',
      blocks: [
        {
          list: [
            'El código de la pulsera y el PIN funcionan juntos: el código solo no muestra más que su nombre de pila y los últimos cuatro dígitos de su número de teléfono.',
            'Un PIN funciona una vez y durante 10 minutos. Después de varios intentos equivocados deja de servir, y demasiados en un día lo bloquean hasta que termine ese día.',
            'Los enlaces de los correos electrónicos funcionan una vez: 30 minutos para una nueva contraseña, 24 horas para validar un correo electrónico.',
            'Las contraseñas, los PIN, las claves de acceso y los enlaces se comprueban con hashes, de los que no se pueden leer. El mensaje que le trajo un PIN o un enlace se guarda aparte, y no abre nada después de usarse o de vencer.',
            'La conexión entre su teléfono y el hospital está cifrada cuando el producto funciona en la dirección del hospital (https).',
            'Cada solicitud se comprueba en el servidor: usted ve su propia información y la de las personas que se lo permiten.',
          ],
        },
        'Ninguna protección es perfecta. Usted ayuda si bloquea su teléfono y no da a nadie su PIN ni su contraseña.',
      ],
    },
    {
      id: 'retention',
      title: 'Cuánto tiempo lo guardamos',
      blocks: [
        {
          list: [
            'Las sesiones terminan después de 12 horas como máximo. Las sesiones y los enlaces que vencieron se borran automáticamente.',
            `Su cuenta, sus personas de apoyo y su cronología se conservan mientras usted ${isDemo ? 'participe en la prueba' : 'use el producto'}. Se borran, o se hacen anónimas, cuando ${isDemo ? 'la prueba ha terminado y ' : ''}ya no se necesitan, o cuando usted borra su cuenta en los ajustes o nos lo pide.`,
            `Los mensajes que se enviaron y las solicitudes de soporte se guardan el tiempo necesario para responder preguntas sobre ellos${isDemo ? ', como máximo hasta que la prueba haya terminado' : ''}.`,
            'Los datos que dejó para recibir noticias se guardan hasta que nos pida parar, o hasta que se hayan enviado las noticias.',
          ],
        },
        'El expediente médico propio del hospital es otra cosa. Se guarda el tiempo que exige la ley, use usted el producto o no, y borrar su cuenta no lo cambia.',
      ],
    },
    {
      id: 'rights',
      title: 'Ver, corregir, borrar',
      blocks: [
        'Usted tiene derecho a:',
        {
          list: [
            'ver la información que tenemos sobre usted y recibir una copia;',
            'saber para qué se usó y quién la recibió;',
            'que se corrijan los errores, o que se anote su desacuerdo junto a lo que quede;',
            'retirar su consentimiento, y que se borre la información que la ley no nos obliga a guardar.',
          ],
        },
        'En los ajustes, en “Sus datos”, puede descargar todo lo que hay sobre usted y borrar su cuenta usted mismo, en cualquier momento.',
        'Para todo lo demás, o si no puede usar los ajustes, escriba al equipo de soporte. Primero nos aseguramos de que es usted, y después respondemos dentro de 30 días. Si necesitamos más tiempo, dentro de ese plazo le decimos por qué y hasta cuándo; la ley lo permite solo en ciertos casos. Pedirlo no cuesta nada; para una copia grande la ley permite un cobro razonable, que le decimos antes. Si tenemos que negar algo, le damos la razón y le decimos cómo presentar una queja.',
      ],
    },
    {
      id: 'children',
      title: 'Niños',
      blocks: [
        'Las cuentas son para adultos. Para un niño, uno de los padres u otra persona que por ley puede decidir por él puede usar el producto con la pulsera del niño. En Ontario no hay una edad fija para las decisiones sobre privacidad: una persona joven que entiende lo que significa una decisión puede tomarla, y la respetamos.',
        'Si un niño nos dio información sin que lo aceptara alguien que pudiera hacerlo, díganoslo y la borraremos.',
      ],
    },
    {
      id: 'incident',
      title: 'Si algo sale mal',
      blocks: [
        'Si su información se pierde o la roban, o si la ve o la usa alguien que no tenía permiso, se lo decimos en cuanto sea razonablemente posible: qué pasó, qué estamos haciendo y qué puede hacer usted. También lo informamos al comisionado de privacidad cuando la ley lo exige, y guardamos un registro de ello.',
      ],
    },
    {
      id: 'complaints',
      title: 'Quejas',
      blocks: [
        'Por favor, díganoslo primero a nosotros, para que podamos arreglarlo. También puede acudir a un comisionado en cualquier momento, sin costo:',
        {
          list: [
            'para información personal de salud: el Comisionado de Información y Privacidad de Ontario;',
            'para otra información personal: la Oficina del Comisionado de Privacidad de Canadá.',
          ],
        },
      ],
    },
    {
      id: 'law',
      title: 'Ley aplicable y cambios',
      blocks: [
        'Esta política se rige por las leyes de Canadá, incluida la PIPEDA, y por la PHIPA de Ontario para la información personal de salud.',
        'Si cambiamos esta política, cambian también la fecha y la versión que aparecen arriba. Le avisamos de los cambios importantes antes de que valgan, y le pedimos otra vez su consentimiento cuando vaya a pasar algo nuevo con su información. El texto en inglés y el texto en francés tienen el mismo valor.',
      ],
    },
    {
      id: 'contact',
      title: 'Contacto',
      blocks: [
        'Preguntas, solicitudes y quejas sobre privacidad: escriba o llame, y diga que se trata de privacidad. El equipo de soporte lo pasa a la persona del hospital responsable de la privacidad.',
        { contacts: true },
      ],
    },
  ],
});
