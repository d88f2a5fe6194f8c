import type { LegalBlock, LegalText } from '../document.ts';

const NDA: LegalBlock[] = [
  'Como o produto ainda não é público, também se aplica um acordo de confidencialidade.',
  { read: 'nda' },
];

const survey = (storesAnswers: boolean) =>
  storesAnswers
    ? 'As respostas que você dá em uma pesquisa são guardadas pelo serviço que registra as pesquisas, para que o hospital possa aprender com elas.'
    : 'As respostas que você dá em uma pesquisa não são guardadas: fica um recibo de que uma pesquisa chegou, e as respostas são descartadas.';

/** The terms of use in Portuguese. */
export const legalText: LegalText = ({ product, hospital, isDemo, storesAnswers }) => ({
  title: 'Termos de uso',
  date: '2021-02-18',
  version: '1.0',
  intro: [
    `Estes termos são um acordo entre você e ${hospital}, o hospital que oferece ${isDemo ? `o teste de ${product}` : product}. “O produto” é ${product}; “nós” somos o hospital e a equipe que cuida do produto para ele.`,
    `Em resumo: o produto ajuda você a seguir uma passagem pelo hospital. Ele não substitui as pessoas que cuidam de você, e não é para emergências. Guarde para si o que abre o produto, trate bem os outros, e saiba que ${isDemo ? 'um teste' : 'o produto'} pode mudar ou acabar.`,
  ],
  sections: [
    {
      id: 'agreement',
      title: 'Concordar com estes termos',
      blocks: [
        'Você concorda com estes termos e com a política de privacidade ao marcar a caixa deles, ou ao usar o produto. Se não concorda, por favor não o use. Seu atendimento no hospital não depende de você concordar ou não.',
        { read: 'privacy' },
        ...(isDemo ? NDA : []),
      ],
    },
    {
      id: 'product',
      title: 'O que o produto faz',
      blocks: [
        'O produto é um aplicativo web para telefones. Ele reúne o que faz parte de uma passagem pelo hospital. Com ele você pode:',
        {
          list: [
            'seguir uma linha do tempo dos eventos de uma estadia, e rever as anteriores;',
            'ler resultados, laudos e planos de cuidados, com explicações em palavras simples;',
            'convidar acompanhantes, as pessoas próximas de você, para seguir junto;',
            'dar sua opinião ao hospital em pesquisas curtas;',
            isDemo
              ? 'encontrar recursos digitais de saúde e pedir ajuda à equipe de suporte.'
              : 'pedir ajuda à equipe de suporte.',
          ],
        },
        `Ele é oferecido sem custo${isDemo ? ', como teste' : ''}. Sua operadora de telefone pode cobrar pelos dados e pelas mensagens de texto.`,
      ],
    },
    {
      id: 'medical',
      title: 'Não é para emergências, não é orientação médica',
      blocks: [
        'Não use o produto em uma emergência. Ligue para 911 ou vá ao pronto-socorro mais próximo. Se estiver no hospital, chame uma enfermeira. Ninguém vigia o produto o tempo todo, e nem uma pesquisa nem um pedido de suporte chega à sua equipe de cuidados a tempo de algo urgente.',
        'O que você lê no produto informa você. Não é um diagnóstico nem um tratamento. Resumos em linguagem simples, notas sobre se um valor é normal e perguntas sugeridas simplificam as coisas e podem deixar algo de fora. O que vale é o prontuário do próprio hospital.',
        'Fale sempre com sua equipe de cuidados antes de começar, mudar ou parar um tratamento, e não deixe de pedir ajuda por causa de algo que leu aqui, ou que não encontrou aqui.',
      ],
    },
    {
      id: 'who',
      title: 'Quem pode usar',
      blocks: [
        {
          list: [
            'Pacientes do hospital que receberam uma pulseira pessoal.',
            `Profissionais${isDemo ? ' e usuários do teste' : ''} que criam uma conta com um e-mail e uma senha. Se não reconhecemos o domínio do e-mail, uma pessoa confere a conta antes de ela abrir.`,
            isDemo
              ? 'Acompanhantes que um paciente convidou. No teste, um acompanhante precisa de um e-mail de um domínio de hospital aprovado.'
              : 'Acompanhantes que um paciente convidou.',
          ],
        },
        'Para criar uma conta por conta própria, você precisa ser maior de idade onde mora (18 anos em Ontário) e conseguir entender estes termos. Se não, o pai, a mãe, um tutor ou outra pessoa que por lei pode decidir por você pode concordar e usar o produto por você.',
      ],
    },
    {
      id: 'account',
      title: 'Pulseira, PIN, senha',
      blocks: [
        'O código de uma pulseira diz quem você é, e o PIN que enviamos por mensagem de texto confirma isso. Uma conta feita com um e-mail é aberta com uma senha depois que o e-mail foi validado. Quem tem essas coisas pode ver o que você vê, por isso, por favor:',
        {
          list: [
            'dê dados verdadeiros, e avise-nos quando seu número de celular mudar;',
            'nunca passe a ninguém seu PIN, sua senha nem uma foto da sua pulseira; nós nunca pediremos seu PIN nem sua senha;',
            'bloqueie seu telefone, e saia do produto quando outra pessoa o usar;',
            'avise a equipe de suporte na hora se achar que outra pessoa entrou.',
          ],
        },
        'Para proteger você, um código para de funcionar depois de várias tentativas erradas, e tentativas erradas demais em um dia bloqueiam o PIN até esse dia terminar.',
      ],
    },
    {
      id: 'fair-use',
      title: 'Usar de forma correta',
      blocks: [
        'Use o produto só para você, ou para a pessoa que você apoia com o consentimento dela. Não:',
        {
          list: [
            'entre como outra pessoa, nem escaneie uma pulseira que não é sua;',
            'procure informações sobre pessoas que não são para você;',
            'envie conteúdo ofensivo, ilegal ou prejudicial, nem publicidade;',
            'perturbe o produto, contorne suas proteções nem o sobrecarregue com pedidos automáticos;',
            'o copie, venda nem use como base para outra coisa sem nossa permissão por escrito.',
          ],
        },
        'Se encontrar um ponto fraco na segurança, conte à equipe de suporte e a mais ninguém até que esteja consertado. Vamos agradecer a você.',
      ],
    },
    {
      id: 'supporters',
      title: 'Acompanhantes',
      blocks: [
        'Se você é paciente, decide quem convida e o que cada acompanhante pode fazer: receber atualizações do seu estado, ver seu prontuário médico, seus resultados de exames e seus planos de cuidados, e dar opinião ao hospital. No início tudo está ligado, por isso confira. Para remover um acompanhante, escreva para a equipe de suporte.',
        'Convide só pessoas que esperam por isso: o convite é uma mensagem de texto para o número que você digita. O que um acompanhante faz com o que viu fica entre vocês dois; escolha pessoas em quem confia.',
        'Se você é acompanhante, vê as informações de saúde de outra pessoa porque ela confia em você. Guarde-as para si, use-as só para apoiar essa pessoa, e pare quando ela pedir.',
      ],
    },
    {
      id: 'messages',
      title: 'Mensagens de texto e e-mails',
      blocks: [
        'O produto envia as mensagens de que precisa para funcionar: PINs e convites por mensagem de texto; links para validar um e-mail ou definir uma nova senha, e avisos sobre mudanças na sua conta, por e-mail. Não são publicidade. Novidades sobre o produto só chegam se você pediu, e você pode pará-las a qualquer momento.',
        'As mensagens podem chegar tarde ou não chegar, por motivos que dependem de uma operadora de telefone ou de um serviço de e-mail. Se receber uma mensagem que não pediu, não abra o link dela, e avise-nos.',
      ],
    },
    {
      id: isDemo ? 'demo' : 'surveys',
      title: isDemo ? 'O que é diferente no teste' : 'Pesquisas',
      blocks: isDemo
        ? [
            'Isto é uma demonstração. Uma história pronta vai colocando na sua linha do tempo eventos, resultados e planos de cuidados inventados. Eles não falam de ninguém, e certamente não de você: nunca tire deles conclusões sobre a saúde de alguém.',
            survey(storesAnswers),
            'Algumas funções são limitadas ou só mostradas, por exemplo algumas das configurações e dos recursos. Seu teste também pode ter tempo limitado; quando vencer, a equipe de suporte pode reativá-lo.',
          ]
        : [survey(storesAnswers)],
    },
    {
      id: 'feedback',
      title: 'O que você nos envia',
      blocks: [
        'Seus comentários, suas respostas a pesquisas e seus pedidos de suporte continuam seus. Você permite que os usemos para manter e melhorar o produto e o atendimento do hospital, como diz a política de privacidade. Por favor, não coloque em um comentário informações de saúde de outras pessoas.',
      ],
    },
    {
      id: 'availability',
      title: 'Disponibilidade e mudanças',
      blocks: [
        'Tentamos manter o produto funcionando, mas não prometemos que ele esteja sempre disponível, completo ou sem erros. Podemos mudá-lo, pausá-lo ou encerrá-lo. Uma nova versão é anunciada em um aviso, e você escolhe quando atualizar.',
        'O produto também funciona com conexão ruim, ou sem nenhuma, na medida do possível. O que você vê então pode estar desatualizado.',
      ],
    },
    {
      id: 'ownership',
      title: 'O que é de quem',
      blocks: [
        `O produto, seu nome, textos, imagens, sons e software são nossos ou de quem nos deixa usá-los. Você pode usá-lo para si${isDemo ? ' durante o teste' : ''}; esse direito não pode ser passado a outros. Suas informações de saúde continuam suas para ver e usar; o hospital guarda o prontuário, como a lei exige.`,
      ],
    },
    {
      id: 'ending',
      title: 'Parar de usar',
      blocks: [
        `Você pode parar a qualquer momento. Saia, e escreva para a equipe de suporte se quiser que sua conta seja apagada. Podemos limitar ou fechar uma conta se estes termos não forem cumpridos, se alguém estiver em perigo, ou se ${isDemo ? 'o teste terminar' : 'o hospital parar de oferecer o produto'}. Quando podemos, avisamos antes e dizemos por quê.`,
      ],
    },
    {
      id: 'responsibility',
      title: 'Pelo que somos responsáveis',
      blocks: [
        `${isDemo ? 'Você usa um teste, e nós o oferecemos como ele é' : 'Oferecemos o produto como ele é'}. Até onde a lei permite, não damos garantia por ele, e não respondemos por perdas que venham de confiar no produto em lugar da sua equipe de cuidados, de ele não estar disponível, ou de alguém usar seu PIN ou sua senha porque foram compartilhados.`,
        'Nada nestes termos limita o que a lei não nos deixa limitar, como nossa responsabilidade pelo atendimento que você recebe, por danos à pessoa causados por negligência, por fraude, ou pela proteção das suas informações pessoais de saúde.',
      ],
    },
    {
      id: 'law',
      title: 'Lei aplicável e tribunais',
      blocks: [
        'Estes termos são regidos pelas leis do Canadá, incluindo as leis da Província de Ontário que se aplicam lá. Se não conseguirmos resolver um desacordo conversando, os tribunais de Ontário decidem. Por favor, escreva primeiro para nós: a maioria das coisas pode ser resolvida assim.',
        'Os direitos de consumidor e de privacidade que a lei da sua província dá a você, e que um acordo não pode tirar, continuam seus.',
      ],
    },
    {
      id: 'changes',
      title: 'Mudanças nestes termos',
      blocks: [
        'Se mudarmos estes termos, mudam também a data e a versão no alto da página. Avisamos você sobre mudanças importantes no produto ou por e-mail antes que passem a valer, e pedimos que você concorde quando a lei exige. Se uma parte destes termos não for válida, o resto continua valendo. O texto em inglês e o texto em francês têm o mesmo valor.',
      ],
    },
    {
      id: 'contact',
      title: 'Perguntas',
      blocks: ['Escreva para a equipe de suporte, ou ligue:', { contacts: true }],
    },
  ],
});
