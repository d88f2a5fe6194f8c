import type { LegalBlock, LegalText } from '../document.ts';

const NDA: LegalBlock[] = [
  'Como el producto todavía no es público, también se aplica un acuerdo de confidencialidad.',
  { read: 'nda' },
];

const survey = (storesAnswers: boolean) =>
  storesAnswers
    ? 'Las respuestas que da en una encuesta las guarda el servicio que registra las encuestas, para que el hospital pueda aprender de ellas.'
    : 'Las respuestas que da en una encuesta no se conservan: se guarda un recibo de que llegó una encuesta, y las respuestas se descartan.';

/** The terms of use in Spanish. */
export const legalText: LegalText = ({ product, hospital, isDemo, storesAnswers }) => ({
  title: 'Condiciones de uso',
  date: '2021-02-18',
  version: '1.0',
  intro: [
    `Estas condiciones son un acuerdo entre usted y ${hospital}, el hospital que ofrece ${isDemo ? `la prueba de ${product}` : product}. “El producto” es ${product}; “nosotros” se refiere al hospital y al equipo que maneja el producto para él.`,
    `En resumen: el producto le ayuda a seguir un paso por el hospital. No reemplaza a las personas que lo atienden, y no es para emergencias. No comparta con nadie lo que lo abre, trate bien a los demás, y sepa que ${isDemo ? 'una prueba' : 'el producto'} puede cambiar o terminar.`,
  ],
  sections: [
    {
      id: 'agreement',
      title: 'Aceptar estas condiciones',
      blocks: [
        'Usted acepta estas condiciones y la política de privacidad al marcar la casilla correspondiente, o al usar el producto. Si no está de acuerdo, por favor no lo use. Su atención en el hospital no depende de que lo haga.',
        { read: 'privacy' },
        ...(isDemo ? NDA : []),
      ],
    },
    {
      id: 'product',
      title: 'Qué hace el producto',
      blocks: [
        'El producto es una aplicación web para teléfonos. Reúne lo que forma parte de un paso por el hospital. Con él puede:',
        {
          list: [
            'seguir una cronología de los eventos de una estancia, y volver a ver las anteriores;',
            'leer resultados, informes y planes de cuidados, con explicaciones en palabras sencillas;',
            'invitar a personas de apoyo, las personas cercanas a usted, a que lo sigan también;',
            'dar su opinión al hospital en encuestas cortas;',
            isDemo
              ? 'encontrar recursos digitales de salud y pedir ayuda al equipo de soporte.'
              : 'pedir ayuda al equipo de soporte.',
          ],
        },
        `Se ofrece sin costo${isDemo ? ', como prueba' : ''}. Su compañía telefónica puede cobrarle por los datos y por los mensajes de texto.`,
      ],
    },
    {
      id: 'medical',
      title: 'No es para emergencias ni es consejo médico',
      blocks: [
        'No use el producto en una emergencia. Llame al 911 o vaya al departamento de emergencias más cercano. Si está en el hospital, llame a una enfermera. Nadie vigila el producto a todas horas, y ni una encuesta ni una solicitud de soporte llegan a su equipo de atención a tiempo para algo urgente.',
        'Lo que lee en el producto le informa. No es un diagnóstico ni un tratamiento. Los resúmenes en lenguaje sencillo, las notas sobre si un valor es normal y las preguntas sugeridas simplifican las cosas y pueden dejar algo fuera. Lo que cuenta es el expediente propio del hospital.',
        'Hable siempre con su equipo de atención antes de empezar, cambiar o dejar un tratamiento, y no deje de pedir ayuda por algo que leyó aquí, o que no encontró aquí.',
      ],
    },
    {
      id: 'who',
      title: 'Quién puede usarlo',
      blocks: [
        {
          list: [
            'Pacientes del hospital que recibieron una pulsera personal.',
            `Profesionales${isDemo ? ' y usuarios de la prueba' : ''} que crean una cuenta con un correo electrónico y una contraseña. Si no reconocemos el dominio del correo electrónico, una persona revisa la cuenta antes de que se abra.`,
            isDemo
              ? 'Personas de apoyo a quienes invitó un paciente. En la prueba, una persona de apoyo necesita un correo electrónico de un dominio de hospital aprobado.'
              : 'Personas de apoyo a quienes invitó un paciente.',
          ],
        },
        'Para crear una cuenta usted mismo, debe ser mayor de edad donde vive (18 años en Ontario) y poder entender estas condiciones. Si no, uno de sus padres, un tutor u otra persona que por ley puede decidir por usted puede aceptarlas y usar el producto por usted.',
      ],
    },
    {
      id: 'account',
      title: 'Pulsera, PIN, contraseña',
      blocks: [
        'El código de una pulsera dice quién es usted, y lo confirma el PIN que le enviamos por mensaje de texto. Una cuenta creada con un correo electrónico se abre con una contraseña una vez que se ha validado el correo electrónico. Quien tenga estas cosas puede ver lo que usted ve, así que por favor:',
        {
          list: [
            'dé datos verdaderos, y avísenos cuando cambie su número de celular;',
            'nunca comparta su PIN, su contraseña ni una foto de su pulsera; nosotros nunca le pediremos su PIN ni su contraseña;',
            'bloquee su teléfono, y cierre la sesión cuando otra persona lo use;',
            'avise enseguida al equipo de soporte si cree que entró otra persona.',
          ],
        },
        'Para protegerlo, un código deja de funcionar después de varios intentos equivocados, y demasiados intentos equivocados en un día bloquean el PIN hasta que termine ese día.',
      ],
    },
    {
      id: 'fair-use',
      title: 'Usarlo bien',
      blocks: [
        'Use el producto solo para usted, o para la persona a quien apoya con su consentimiento. No debe:',
        {
          list: [
            'iniciar sesión como otra persona, ni escanear una pulsera que no es suya;',
            'buscar información sobre personas que no es para usted;',
            'enviar contenido ofensivo, ilegal o dañino, ni publicidad;',
            'perturbar el producto, saltarse sus protecciones ni cargarlo con solicitudes automáticas;',
            'copiarlo, venderlo ni construir algo con él sin nuestro permiso por escrito.',
          ],
        },
        'Si encuentra un punto débil en su seguridad, dígaselo al equipo de soporte y a nadie más hasta que se haya arreglado. Se lo agradeceremos.',
      ],
    },
    {
      id: 'supporters',
      title: 'Personas de apoyo',
      blocks: [
        'Si usted es paciente, decide a quién invita y qué puede hacer cada persona de apoyo: recibir novedades de su estado, ver sus registros médicos, sus resultados de diagnóstico y sus planes de cuidados, y dar su opinión al hospital. Al principio todo está activado, así que por favor revíselo. Para quitar a una persona de apoyo, escriba al equipo de soporte.',
        'Invite solo a personas que lo esperan: la invitación es un mensaje de texto al número que usted escribe. Lo que una persona de apoyo haga con lo que ha visto queda entre ustedes dos; elija a personas en quienes confía.',
        'Si usted es una persona de apoyo, ve la información de salud de otra persona porque ella confía en usted. No la comparta, úsela solo para apoyarla, y deje de hacerlo cuando se lo pida.',
      ],
    },
    {
      id: 'messages',
      title: 'Mensajes de texto y correos',
      blocks: [
        'El producto envía los mensajes que necesita para funcionar: los PIN y las invitaciones por mensaje de texto; los enlaces para validar un correo electrónico o poner una nueva contraseña, y los avisos sobre cambios en su cuenta, por correo electrónico. No son publicidad. Las noticias sobre el producto le llegan solo si las pidió, y puede pararlas en cualquier momento.',
        'Los mensajes pueden llegar tarde o no llegar, por causas que dependen de una compañía telefónica o de un servicio de correo. Si recibe un mensaje que no pidió, no abra su enlace, y avísenos.',
      ],
    },
    {
      id: isDemo ? 'demo' : 'surveys',
      title: isDemo ? 'Qué es distinto en la prueba' : 'Encuestas',
      blocks: isDemo
        ? [
            'Esta es una demostración. Una historia preparada va poniendo en su cronología eventos, resultados y planes de cuidados inventados. No tratan de nadie, y desde luego no de usted: nunca saque de ellos conclusiones sobre la salud de nadie.',
            survey(storesAnswers),
            'Algunas funciones están limitadas o solo se muestran, por ejemplo algunos de los ajustes y recursos. Su prueba también puede ser por tiempo limitado; cuando haya vencido, el equipo de soporte puede reactivarla.',
          ]
        : [survey(storesAnswers)],
    },
    {
      id: 'feedback',
      title: 'Lo que nos envía',
      blocks: [
        'Sus comentarios, sus respuestas a encuestas y sus solicitudes de soporte siguen siendo suyos. Usted nos permite usarlos para manejar y mejorar el producto y la atención del hospital, como dice la política de privacidad. Por favor, no ponga en un comentario información de salud de otras personas.',
      ],
    },
    {
      id: 'availability',
      title: 'Disponibilidad y cambios',
      blocks: [
        'Tratamos de mantener el producto en funcionamiento, pero no prometemos que siempre esté disponible, completo o sin errores. Podemos cambiarlo, pausarlo o terminarlo. Una nueva versión se anuncia en un aviso, y usted elige cuándo actualizar.',
        'El producto también funciona con una mala conexión, o sin ninguna, en la medida de lo posible. Lo que ve entonces puede no estar al día.',
      ],
    },
    {
      id: 'ownership',
      title: 'A quién pertenece qué',
      blocks: [
        `El producto, su nombre, textos, imágenes, sonidos y software nos pertenecen a nosotros o a quienes nos permiten usarlos. Usted puede usarlo para sí mismo${isDemo ? ' durante la prueba' : ''}; ese derecho no se puede pasar a otros. Su información de salud sigue siendo suya para verla y usarla; el hospital guarda el expediente, como lo exige la ley.`,
      ],
    },
    {
      id: 'ending',
      title: 'Dejar de usarlo',
      blocks: [
        `Puede dejar de usarlo en cualquier momento. Cierre la sesión, y escriba al equipo de soporte si quiere que se borre su cuenta. Podemos limitar o cerrar una cuenta si no se cumplen estas condiciones, si alguien está en peligro, o si ${isDemo ? 'la prueba termina' : 'el hospital deja de ofrecer el producto'}. Cuando podemos, se lo decimos antes y le decimos por qué.`,
      ],
    },
    {
      id: 'responsibility',
      title: 'De qué somos responsables',
      blocks: [
        `${isDemo ? 'Usted usa una prueba, y la ofrecemos tal como es' : 'Ofrecemos el producto tal como es'}. En la medida en que la ley lo permite, no damos ninguna garantía por él, y no respondemos por pérdidas que vengan de confiar en el producto en lugar de en su equipo de atención, de que no esté disponible, o de que alguien use su PIN o su contraseña porque se compartieron.`,
        'Nada en estas condiciones limita lo que la ley no nos deja limitar, como nuestra responsabilidad por la atención que recibe, por daños personales causados por negligencia, por fraude, o por la protección de su información personal de salud.',
      ],
    },
    {
      id: 'law',
      title: 'Ley aplicable y tribunales',
      blocks: [
        'Estas condiciones se rigen por las leyes de Canadá, incluidas las leyes de la Provincia de Ontario que se aplican allí. Si no podemos resolver un desacuerdo hablando, lo deciden los tribunales de Ontario. Por favor, escríbanos primero: la mayoría de las cosas se pueden resolver así.',
        'Usted conserva los derechos de consumidor y de privacidad que le da la ley de su provincia y que un acuerdo no puede quitarle.',
      ],
    },
    {
      id: 'changes',
      title: 'Cambios en estas condiciones',
      blocks: [
        'Si cambiamos estas condiciones, cambian también la fecha y la versión que aparecen arriba. Le avisamos de los cambios importantes en el producto o por correo electrónico antes de que valgan, y le pedimos que los acepte cuando la ley lo exige. Si una parte de estas condiciones resulta no ser válida, lo demás se mantiene. El texto en inglés y el texto en francés tienen el mismo valor.',
      ],
    },
    {
      id: 'contact',
      title: 'Preguntas',
      blocks: ['Escriba al equipo de soporte, o llame:', { contacts: true }],
    },
  ],
});
