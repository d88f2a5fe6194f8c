import type { LegalBlock, LegalText } from '../document.ts';

const NDA: LegalBlock[] = [
  'Vì sản phẩm chưa được công bố, nên có thêm một thỏa thuận bảo mật thông tin.',
  { read: 'nda' },
];

const survey = (storesAnswers: boolean) =>
  storesAnswers
    ? 'Các câu trả lời của quý vị trong một khảo sát được dịch vụ ghi nhận khảo sát lưu lại để bệnh viện rút kinh nghiệm.'
    : 'Các câu trả lời của quý vị trong một khảo sát không được lưu lại: chỉ giữ một biên nhận rằng khảo sát đã đến, còn các câu trả lời được bỏ đi.';

/** The terms of use in Vietnamese. */
export const legalText: LegalText = ({ product, hospital, isDemo, storesAnswers }) => ({
  title: 'Điều khoản sử dụng',
  date: '2021-02-18',
  version: '1.0',
  intro: [
    `Các điều khoản này là thỏa thuận giữa quý vị và ${hospital}, bệnh viện cung cấp ${isDemo ? `bản dùng thử của ${product}` : product}. “Sản phẩm” là ${product}; “chúng tôi” là bệnh viện và nhóm vận hành sản phẩm cho bệnh viện.`,
    `Tóm lại: sản phẩm giúp quý vị theo dõi một hành trình tại bệnh viện. Sản phẩm không thay thế những người chăm sóc quý vị, và không dành cho trường hợp khẩn cấp. Xin giữ kín mật khẩu và các mã, đối xử công bằng với người khác, và biết rằng ${isDemo ? 'bản dùng thử' : 'sản phẩm'} có thể thay đổi hoặc chấm dứt.`,
  ],
  sections: [
    {
      id: 'agreement',
      title: 'Đồng ý với các điều khoản này',
      blocks: [
        'Quý vị đồng ý với các điều khoản này và chính sách quyền riêng tư bằng cách đánh dấu vào ô tương ứng, hoặc bằng cách dùng sản phẩm. Nếu không đồng ý, xin đừng dùng. Việc chăm sóc quý vị trong bệnh viện không phụ thuộc vào việc quý vị có đồng ý hay không.',
        { read: 'privacy' },
        ...(isDemo ? NDA : []),
      ],
    },
    {
      id: 'product',
      title: 'Sản phẩm làm gì',
      blocks: [
        'Sản phẩm là một ứng dụng web cho điện thoại. Sản phẩm gom lại những gì thuộc về một hành trình tại bệnh viện. Với sản phẩm, quý vị có thể:',
        {
          list: [
            'theo dõi dòng thời gian các sự kiện của một đợt nằm viện, và xem lại các đợt trước;',
            'đọc kết quả, báo cáo và kế hoạch chăm sóc, có giải thích bằng lời đơn giản;',
            'mời người hỗ trợ, là những người thân thiết với quý vị, cùng theo dõi;',
            'cho bệnh viện biết ý kiến qua các khảo sát ngắn;',
            isDemo
              ? 'tìm các nguồn thông tin sức khỏe trực tuyến và nhờ nhóm trợ giúp giúp đỡ.'
              : 'nhờ nhóm trợ giúp giúp đỡ.',
          ],
        },
        `Sản phẩm được cung cấp miễn phí${isDemo ? ', để dùng thử' : ''}. Công ty điện thoại của quý vị có thể tính tiền dữ liệu và tin nhắn.`,
      ],
    },
    {
      id: 'medical',
      title: 'Không dành cho trường hợp khẩn cấp, không phải lời khuyên y tế',
      blocks: [
        'Đừng dùng sản phẩm trong trường hợp khẩn cấp. Xin gọi 911 hoặc đến khoa cấp cứu gần nhất. Nếu quý vị đang ở bệnh viện, xin gọi y tá. Không có ai theo dõi sản phẩm suốt ngày đêm, và cả khảo sát lẫn yêu cầu trợ giúp đều không đến nhóm chăm sóc của quý vị kịp lúc cho việc khẩn cấp.',
        'Những gì quý vị đọc trong sản phẩm là để quý vị biết thông tin. Đó không phải là chẩn đoán và không phải là điều trị. Bản tóm tắt bằng lời đơn giản, ghi chú một giá trị có bình thường hay không, và các câu hỏi gợi ý làm cho mọi thứ đơn giản hơn và có thể bỏ sót điều gì đó. Hồ sơ của chính bệnh viện mới là căn cứ.',
        'Hãy luôn nói chuyện với nhóm chăm sóc của quý vị trước khi bắt đầu, thay đổi hoặc ngừng một việc điều trị, và đừng trì hoãn việc tìm giúp đỡ vì điều quý vị đã đọc ở đây, hoặc không tìm thấy ở đây.',
      ],
    },
    {
      id: 'who',
      title: 'Ai được dùng',
      blocks: [
        {
          list: [
            'Bệnh nhân của bệnh viện đã nhận vòng đeo tay riêng.',
            `Nhân viên chuyên môn${isDemo ? ' và người dùng thử' : ''} tạo tài khoản bằng email và mật khẩu. Nếu tên miền của email không nằm trong số chúng tôi nhận ra, có người xem xét tài khoản trước khi mở.`,
            isDemo
              ? 'Người hỗ trợ mà bệnh nhân đã mời. Trong thời gian dùng thử, người hỗ trợ cần có email thuộc tên miền bệnh viện được chấp thuận.'
              : 'Người hỗ trợ mà bệnh nhân đã mời.',
          ],
        },
        'Để tự tạo tài khoản, quý vị phải đến tuổi thành niên ở nơi quý vị sống (18 tuổi ở Ontario) và hiểu được các điều khoản này. Nếu không, cha mẹ, người giám hộ hoặc người khác được luật cho phép quyết định thay quý vị có thể đồng ý và dùng sản phẩm thay quý vị.',
      ],
    },
    {
      id: 'account',
      title: 'Vòng đeo tay, PIN, mật khẩu',
      blocks: [
        'Mã vòng đeo tay cho biết quý vị là ai, và PIN mà chúng tôi gửi cho quý vị bằng tin nhắn xác nhận điều đó. Tài khoản tạo bằng email được mở bằng mật khẩu sau khi email đã được xác nhận. Ai có những thứ này thì thấy được những gì quý vị thấy, vì vậy xin:',
        {
          list: [
            'cho chi tiết đúng sự thật, và báo cho chúng tôi khi số điện thoại di động của quý vị thay đổi;',
            'không bao giờ chia sẻ PIN, mật khẩu hoặc hình vòng đeo tay của quý vị; chúng tôi không bao giờ hỏi PIN hoặc mật khẩu của quý vị;',
            'khóa điện thoại, và đăng xuất khi người khác dùng;',
            'báo ngay cho nhóm trợ giúp nếu quý vị nghĩ có người khác đã vào.',
          ],
        },
        'Để bảo vệ quý vị, một mã ngừng hoạt động sau vài lần nhập sai, và quá nhiều lần nhập sai trong một ngày sẽ khóa PIN cho đến hết ngày đó.',
      ],
    },
    {
      id: 'fair-use',
      title: 'Dùng đúng cách',
      blocks: [
        'Xin chỉ dùng sản phẩm cho chính mình, hoặc cho người mà quý vị hỗ trợ với sự đồng ý của họ. Xin đừng:',
        {
          list: [
            'đăng nhập như người khác, hoặc quét vòng đeo tay không phải của quý vị;',
            'tìm thông tin về người khác không dành cho quý vị;',
            'gửi nội dung xúc phạm, trái luật hoặc gây hại, hay quảng cáo;',
            'làm rối sản phẩm, tìm cách vượt qua sự bảo vệ, hoặc gửi dồn dập yêu cầu tự động;',
            'sao chép, bán, hoặc xây dựng thứ khác từ sản phẩm khi chúng tôi chưa đồng ý bằng văn bản.',
          ],
        },
        'Nếu quý vị tìm thấy điểm yếu về an toàn, xin báo cho nhóm trợ giúp và đừng nói với ai khác cho đến khi sửa xong. Chúng tôi sẽ cảm ơn quý vị.',
      ],
    },
    {
      id: 'supporters',
      title: 'Người hỗ trợ',
      blocks: [
        'Nếu quý vị là bệnh nhân, quý vị quyết định mời ai và mỗi người hỗ trợ được làm gì: nhận tin về tình trạng của quý vị, xem hồ sơ y tế, kết quả chẩn đoán và kế hoạch chăm sóc của quý vị, và cho bệnh viện biết ý kiến. Lúc đầu mọi mục đều bật, vì vậy xin xem lại. Để xóa một người hỗ trợ, xin viết cho nhóm trợ giúp.',
        'Xin chỉ mời những người đang chờ lời mời: lời mời là một tin nhắn đến số mà quý vị nhập. Người hỗ trợ làm gì với những gì họ đã thấy là việc giữa hai người; xin chọn những người quý vị tin tưởng.',
        'Nếu quý vị là người hỗ trợ, quý vị thấy thông tin sức khỏe của người khác vì họ tin quý vị. Xin giữ kín, chỉ dùng để hỗ trợ họ, và dừng lại khi họ yêu cầu.',
      ],
    },
    {
      id: 'messages',
      title: 'Tin nhắn và email',
      blocks: [
        'Sản phẩm gửi những tin cần thiết để hoạt động: PIN và lời mời bằng tin nhắn; đường dẫn để xác nhận email hoặc đặt mật khẩu mới, và lời báo về những thay đổi trong tài khoản, bằng email. Đó không phải là quảng cáo. Tin về sản phẩm chỉ đến với quý vị nếu quý vị đã xin nhận, và quý vị có thể ngừng nhận bất cứ lúc nào.',
        'Tin có thể đến trễ hoặc không đến, vì những lý do thuộc về công ty điện thoại hoặc dịch vụ email. Nếu quý vị nhận được tin mà mình không yêu cầu, xin đừng mở đường dẫn trong đó, và báo cho chúng tôi.',
      ],
    },
    {
      id: isDemo ? 'demo' : 'surveys',
      title: isDemo ? 'Bản dùng thử khác ở chỗ nào' : 'Khảo sát',
      blocks: isDemo
        ? [
            'Đây là bản dùng thử. Một câu chuyện soạn sẵn dần dần đưa các sự kiện, kết quả và kế hoạch chăm sóc bịa ra vào dòng thời gian của quý vị. Chúng không nói về ai cả, và chắc chắn không nói về quý vị: đừng bao giờ suy ra điều gì về sức khỏe của bất cứ ai từ chúng.',
            survey(storesAnswers),
            'Một số chức năng bị giới hạn hoặc chỉ để xem, ví dụ một số cài đặt và nguồn thông tin. Việc dùng thử của quý vị cũng có thể có thời hạn; khi đã hết hạn, nhóm trợ giúp có thể kích hoạt lại.',
          ]
        : [survey(storesAnswers)],
    },
    {
      id: 'feedback',
      title: 'Những gì quý vị gửi cho chúng tôi',
      blocks: [
        'Ý kiến, câu trả lời khảo sát và yêu cầu trợ giúp của quý vị vẫn là của quý vị. Quý vị cho phép chúng tôi dùng chúng để vận hành và cải thiện sản phẩm cũng như việc chăm sóc của bệnh viện, như chính sách quyền riêng tư đã ghi. Xin đừng đưa thông tin sức khỏe của người khác vào ý kiến.',
      ],
    },
    {
      id: 'availability',
      title: 'Tình trạng hoạt động và thay đổi',
      blocks: [
        'Chúng tôi cố gắng giữ cho sản phẩm hoạt động, nhưng không hứa rằng sản phẩm luôn dùng được, đầy đủ hoặc không có lỗi. Chúng tôi có thể thay đổi, tạm dừng hoặc chấm dứt sản phẩm. Phiên bản mới được báo trong một thanh thông báo, và quý vị chọn lúc cập nhật.',
        'Sản phẩm cũng hoạt động khi kết nối yếu, hoặc không có kết nối, trong mức có thể. Những gì quý vị thấy khi đó có thể đã cũ.',
      ],
    },
    {
      id: 'ownership',
      title: 'Cái gì thuộc về ai',
      blocks: [
        `Sản phẩm, tên, chữ, hình ảnh, âm thanh và phần mềm thuộc về chúng tôi hoặc những người cho phép chúng tôi dùng. Quý vị được dùng cho chính mình${isDemo ? ' trong thời gian dùng thử' : ''}; quyền đó không được chuyển cho người khác. Thông tin sức khỏe của quý vị vẫn là của quý vị để xem và dùng; bệnh viện giữ hồ sơ, như luật đòi hỏi.`,
      ],
    },
    {
      id: 'ending',
      title: 'Ngừng sử dụng',
      blocks: [
        `Quý vị có thể ngừng bất cứ lúc nào. Xin đăng xuất, và viết cho nhóm trợ giúp nếu quý vị muốn xóa tài khoản. Chúng tôi có thể giới hạn hoặc đóng một tài khoản nếu các điều khoản này bị vi phạm, nếu có người gặp nguy hiểm, hoặc nếu ${isDemo ? 'việc dùng thử chấm dứt' : 'bệnh viện ngừng cung cấp sản phẩm'}. Khi có thể, chúng tôi báo trước cho quý vị và nói lý do.`,
      ],
    },
    {
      id: 'responsibility',
      title: 'Chúng tôi chịu trách nhiệm về điều gì',
      blocks: [
        `${isDemo ? 'Quý vị dùng bản thử, và chúng tôi cung cấp như hiện có' : 'Chúng tôi cung cấp sản phẩm như hiện có'}. Trong mức luật cho phép, chúng tôi không bảo đảm gì về sản phẩm, và không chịu trách nhiệm về những thiệt hại do tin vào sản phẩm thay vì nhóm chăm sóc của quý vị, do sản phẩm không dùng được, hoặc do có người dùng PIN hay mật khẩu của quý vị vì đã được chia sẻ.`,
        'Không có điều gì trong các điều khoản này giới hạn những gì luật không cho chúng tôi giới hạn, như trách nhiệm của chúng tôi về việc chăm sóc quý vị nhận được, về thương tổn do bất cẩn, về gian lận, hoặc về việc bảo vệ thông tin sức khỏe cá nhân của quý vị.',
      ],
    },
    {
      id: 'law',
      title: 'Luật áp dụng và tòa án',
      blocks: [
        'Các điều khoản này theo luật của Canada, gồm cả luật của Tỉnh bang Ontario áp dụng tại đó. Nếu chúng ta không thể giải quyết bất đồng bằng cách nói chuyện, tòa án của Ontario sẽ quyết định. Xin viết cho chúng tôi trước: hầu hết mọi việc có thể giải quyết như vậy.',
        'Các quyền của người tiêu dùng và quyền riêng tư mà luật của tỉnh bang quý vị cho quý vị, và thỏa thuận không lấy đi được, vẫn thuộc về quý vị.',
      ],
    },
    {
      id: 'changes',
      title: 'Thay đổi các điều khoản này',
      blocks: [
        'Nếu chúng tôi thay đổi các điều khoản này, ngày và phiên bản ở trên cùng cũng thay đổi. Chúng tôi báo cho quý vị về những thay đổi quan trọng trong sản phẩm hoặc bằng email trước khi chúng có hiệu lực, và xin quý vị đồng ý khi luật đòi hỏi. Nếu có phần nào của các điều khoản này không có hiệu lực, các phần còn lại vẫn có hiệu lực. Bản tiếng Anh và bản tiếng Pháp có giá trị như nhau.',
      ],
    },
    {
      id: 'contact',
      title: 'Câu hỏi',
      blocks: ['Xin viết cho nhóm trợ giúp, hoặc gọi:', { contacts: true }],
    },
  ],
});
