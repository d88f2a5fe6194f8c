import type { LegalText } from '../document.ts';

/** The non-disclosure agreement in Vietnamese. */
export const legalText: LegalText = ({ product, hospital }) => ({
  title: 'Thỏa thuận bảo mật thông tin',
  date: '2021-02-18',
  version: '1.0',
  intro: [
    `Thỏa thuận này là giữa quý vị và ${hospital}, bệnh viện cung cấp bản dùng thử của ${product}. Trong thỏa thuận này, “sản phẩm” là ${product}, còn “chúng tôi” là bệnh viện và nhóm vận hành sản phẩm cho bệnh viện.`,
    'Quý vị được xem sản phẩm trước khi phát hành. Tóm lại: xin dùng thử, cho chúng tôi biết quý vị nghĩ gì, và giữ kín những điều mới về sản phẩm. Quý vị luôn được nói về sức khỏe và việc chăm sóc của mình.',
  ],
  sections: [
    {
      id: 'purpose',
      title: 'Vì sao có thỏa thuận',
      blocks: [
        'Sản phẩm được cung cấp để dùng thử. Các màn hình, ý tưởng và kế hoạch của sản phẩm chưa được công bố. Chúng tôi cho quý vị xem để quý vị dùng thử sản phẩm và cho chúng tôi biết ý kiến. Đó là mục đích duy nhất mà quý vị nhận được những điều này.',
      ],
    },
    {
      id: 'acceptance',
      title: 'Quý vị đồng ý như thế nào, và ai bị ràng buộc',
      blocks: [
        'Quý vị đồng ý bằng cách đánh dấu vào ô của thỏa thuận này trên màn hình dẫn đến đây. Việc đó có giá trị như chữ ký của quý vị. Nếu không đồng ý, xin đừng đánh dấu vào ô: khi đó quý vị không thể tham gia dùng thử. Việc chăm sóc quý vị trong bệnh viện hoàn toàn không phụ thuộc vào điều này.',
        'Thỏa thuận ràng buộc quý vị và chúng tôi. Nếu quý vị dùng thử sản phẩm cho một tổ chức, ví dụ bệnh viện nơi quý vị làm việc, quý vị xác nhận rằng mình được phép đồng ý với thỏa thuận này cho phần tham gia của mình.',
      ],
    },
    {
      id: 'confidential',
      title: 'Điều gì là bảo mật',
      blocks: [
        'Bảo mật là mọi điều về sản phẩm mà chúng tôi cho quý vị xem hoặc nói với quý vị trong thời gian dùng thử và chưa được công bố, đặc biệt là:',
        {
          list: [
            'hình thức và cách hoạt động của sản phẩm: màn hình, chữ, hình ảnh, âm thanh, video và nội dung demo;',
            'phần mềm, thiết kế kỹ thuật và các cách giữ an toàn cho sản phẩm;',
            'kế hoạch, ngày tháng, giá cả, tên đối tác và các thông tin kinh doanh khác;',
            'lỗi và điểm yếu của sản phẩm, kể cả những gì chính quý vị tìm thấy;',
            'ý kiến và kết quả của việc dùng thử mà người khác chia sẻ với quý vị.',
          ],
        },
        'Dù chúng tôi có ghi là bảo mật hay không cũng như nhau. Nếu không chắc về điều gì, xin hỏi chúng tôi trước.',
      ],
    },
    {
      id: 'exceptions',
      title: 'Điều gì không phải bảo mật',
      blocks: [
        'Thỏa thuận này không áp dụng cho thông tin mà:',
        {
          list: [
            'đã được công bố, hoặc được công bố mà không do lỗi của quý vị;',
            'quý vị đã biết, một cách hợp pháp, trước khi chúng tôi cho quý vị xem;',
            'người khác đưa cho quý vị và người đó được phép làm vậy;',
            'quý vị tự tìm ra, không dùng những gì chúng tôi đã cho xem.',
          ],
        },
      ],
    },
    {
      id: 'promises',
      title: 'Quý vị hứa điều gì',
      blocks: [
        'Khi thỏa thuận này còn hiệu lực, quý vị sẽ:',
        {
          list: [
            'chỉ dùng thông tin bảo mật để dùng thử sản phẩm và cho chúng tôi biết quý vị nghĩ gì;',
            'không chuyển cho người khác, không công bố và không đăng lên, dù bằng lời hay bằng hình ảnh, bản ghi hoặc ảnh chụp màn hình;',
            'chỉ cho những người cũng tham gia dùng thử xem sản phẩm, ví dụ một người hỗ trợ mà quý vị đã mời;',
            'giữ gìn cẩn thận như giữ những việc bảo mật của chính mình;',
            'không đưa cho ai mã vòng đeo tay, PIN và mật khẩu của quý vị;',
            'không sao chép sản phẩm, không tháo gỡ sản phẩm hoặc tìm cách lấy mã nguồn, trừ khi luật cho quý vị quyền đó.',
          ],
        },
      ],
    },
    {
      id: 'always-allowed',
      title: 'Quý vị luôn được làm gì',
      blocks: [
        'Không có điều gì trong thỏa thuận này ngăn quý vị:',
        {
          list: [
            'nói về sức khỏe của chính mình, đợt nằm viện của mình và việc chăm sóc mình với bất cứ ai;',
            'dùng và chia sẻ thông tin sức khỏe của chính mình, kể cả khi quý vị đọc thông tin đó trong sản phẩm;',
            'xin lời khuyên y tế, ý kiến thứ hai, hoặc sự hỗ trợ về pháp lý hay cá nhân;',
            'báo cho bệnh viện, hiệp hội nghề nghiệp, ủy viên về quyền riêng tư hoặc cơ quan khác về một vấn đề an toàn, một vấn đề về quyền riêng tư hoặc điều trái luật;',
            'trả lời đúng sự thật khi luật hoặc tòa án đòi hỏi.',
          ],
        },
        'Nếu tòa án hoặc cơ quan nhà nước ra lệnh cho quý vị tiết lộ điều bảo mật, xin báo cho chúng tôi trước nếu luật cho phép, và chỉ tiết lộ những gì bị đòi hỏi.',
      ],
    },
    {
      id: 'personal-information',
      title: 'Thông tin về người khác',
      blocks: [
        'Khi dùng thử, quý vị có thể thấy thông tin về người khác, ví dụ về người mà quý vị hỗ trợ. Xin giữ kín, dù thông tin có vẻ quan trọng hay không. Bổn phận này đến từ luật về quyền riêng tư cũng như từ thỏa thuận này, và không chấm dứt khi hết dùng thử.',
        'Nếu quý vị thấy thông tin về một người có thật mà rõ ràng không dành cho quý vị, xin đóng lại, đừng sao chép, và báo ngay cho nhóm trợ giúp.',
        'Cách chúng tôi xử lý thông tin về quý vị được ghi trong chính sách quyền riêng tư, không ghi ở đây.',
        { read: 'privacy' },
      ],
    },
    {
      id: 'feedback',
      title: 'Ý kiến của quý vị',
      blocks: [
        'Chúng tôi muốn biết ý kiến thật của quý vị, cả tốt lẫn xấu. Quý vị không bắt buộc phải cho ý kiến. Những gì quý vị nói với chúng tôi về sản phẩm, chúng tôi có thể dùng để cải thiện sản phẩm mà không phải trả tiền cho quý vị. Chúng tôi không công bố tên quý vị kèm theo nếu quý vị chưa đồng ý.',
      ],
    },
    {
      id: 'rights',
      title: 'Không có quyền nào đổi chủ',
      blocks: [
        'Mọi thứ chúng tôi cho quý vị xem vẫn thuộc về những người đang sở hữu. Quý vị không nhận giấy phép, bằng sáng chế hay quyền nào khác đối với sản phẩm, ngoài việc sử dụng trong thời gian dùng thử như điều khoản sử dụng đã ghi.',
        { read: 'terms' },
      ],
    },
    {
      id: 'duration',
      title: 'Thỏa thuận kéo dài bao lâu',
      blocks: [
        'Thỏa thuận bắt đầu khi quý vị đồng ý. Thỏa thuận chấm dứt hai năm sau khi quý vị hết dùng thử, hoặc sớm hơn đối với những gì đã được công bố. Thông tin về người khác vẫn phải giữ kín chừng nào luật về quyền riêng tư còn bảo vệ.',
        'Quý vị có thể ngừng dùng thử bất cứ lúc nào bằng cách viết cho nhóm trợ giúp. Chúng tôi cũng có thể chấm dứt việc dùng thử của quý vị bất cứ lúc nào. Những gì quý vị đã biết cho đến lúc đó vẫn phải giữ kín trong thời gian ghi ở đây.',
      ],
    },
    {
      id: 'return',
      title: 'Khi hết dùng thử',
      blocks: [
        'Xin xóa những gì quý vị đã giữ về sản phẩm, như ghi chú, hình ảnh hoặc bản ghi, và gỡ sản phẩm khỏi điện thoại. Quý vị được giữ thông tin sức khỏe của chính mình. Nếu quý vị phải giữ một bản sao vì luật đòi hỏi, xin giữ kín.',
      ],
    },
    {
      id: 'breach',
      title: 'Nếu có điều không ổn',
      blocks: [
        'Nếu thông tin bảo mật đã đến với người không được biết, xin báo cho nhóm trợ giúp càng sớm càng tốt. Không ai trách quý vị vì một lỗi vô ý mà quý vị đã báo; chúng tôi muốn cùng quý vị hạn chế thiệt hại.',
        'Vì tiền thường không bù được thiệt hại như vậy, chúng tôi có thể yêu cầu tòa án ngăn việc tiết lộ thêm. Mỗi bên chịu trách nhiệm về những thiệt hại do mình vi phạm thỏa thuận này gây ra, theo quy định của luật.',
      ],
    },
    {
      id: 'general',
      title: 'Các điểm chung',
      blocks: [
        'Quý vị được xem sản phẩm như hiện có vào lúc đó. Thỏa thuận này không hứa rằng sản phẩm sẽ được phát hành, cũng không hứa rằng sản phẩm sẽ giữ nguyên như vậy.',
        'Tài liệu này là toàn bộ thỏa thuận về việc giữ kín thông tin trong thời gian dùng thử. Nếu có phần nào không có hiệu lực, các phần còn lại vẫn có hiệu lực. Thỏa thuận chỉ có thể thay đổi bằng văn bản, và nếu có lúc chúng tôi đưa ra phiên bản mới, chúng tôi sẽ xin quý vị đồng ý lại. Nếu một bên không đòi một quyền ngay, quyền đó không bị mất.',
        'Bản tiếng Anh và bản tiếng Pháp có giá trị như nhau.',
      ],
    },
    {
      id: 'law',
      title: 'Luật áp dụng',
      blocks: [
        'Thỏa thuận này theo luật của Canada, gồm cả luật của tỉnh bang áp dụng tại đó. Những quyền mà luật cho quý vị và không thỏa thuận nào lấy đi được thì vẫn thuộc về quý vị.',
      ],
    },
    {
      id: 'contact',
      title: 'Câu hỏi',
      blocks: [
        'Nếu có điều gì chưa rõ, xin hỏi trước khi đồng ý. Nhóm trợ giúp sẵn lòng giải thích:',
        { contacts: true },
      ],
    },
  ],
});
