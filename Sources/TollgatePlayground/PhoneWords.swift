/// What the phone of the visitor's own blueprint says itself, in the languages of the standard lines.
struct PhoneWords: Sendable, Equatable {
  /// Texts that the phone has one each of.
  enum Line: Int, CaseIterable {
    case features, settings, milestones, paywalls
    case use, add, account, notSignedIn, signInOrUp, signOut
    case signInText, email, password, signIn, createAccount, notNow
    case offline, openNotification, tabs
    case approved, notApproved, codeRefused, updatePayment
  }

  /// Texts with a name in them, which replaces `%`.
  enum Phrase: Int, CaseIterable {
    case reach, reached, show, delete, used, held
  }

  private let lines: [String]
  private let phrases: [String]

  private init(_ lines: String, _ phrases: String) {
    self.lines = lines.split(separator: "\n").map(String.init)
    self.phrases = phrases.split(separator: "\n").map(String.init)
  }

  subscript(line: Line) -> String { lines[line.rawValue] }

  subscript(phrase: Phrase, name: String) -> String {
    phrases[phrase.rawValue].replacing("%", with: name)
  }

  /// Whether there is exactly one text for each line and each phrase.
  var isComplete: Bool {
    lines.count == Line.allCases.count && phrases.count == Phrase.allCases.count
      && phrases.allSatisfy { $0.contains("%") }
  }

  /// The words in a language, by its BCP 47 code; English for any other.
  static func words(in language: String) -> PhoneWords {
    all[String(language.prefix { $0 != "-" })] ?? english
  }

  static let all = [
    "en": english, "de": german, "es": spanish, "fr": french, "ja": japanese, "ar": arabic,
  ]

  static let english = PhoneWords(
    """
    Features
    Settings
    Milestones
    Paywalls
    Use
    Add
    Account
    Not signed in
    Sign in or sign up
    Sign Out
    Sign in, or make an account. What you have here comes with you.
    Email
    Password
    Sign in
    Create an account
    Not now
    No connection. Showing what this phone knows.
    Open the notification
    App tabs
    Your purchase was approved.
    Your request was not approved. Nothing was bought.
    The App Store does not accept this code.
    Update Payment
    """,
    """
    Reach %
    % is reached
    Show %
    Delete %
    % was used.
    % held
    """)

  private static let german = PhoneWords(
    """
    Funktionen
    Einstellungen
    Meilensteine
    Paywalls
    Verwenden
    Hinzufügen
    Account
    Nicht angemeldet
    Anmelden oder registrieren
    Abmelden
    Melde dich an oder registriere dich. Was du hier hast, bleibt dir erhalten.
    E-Mail
    Passwort
    Anmelden
    Account erstellen
    Jetzt nicht
    Keine Verbindung. Angezeigt wird, was dieses Telefon weiß.
    Mitteilung öffnen
    Tabs der App
    Dein Kauf wurde genehmigt.
    Deine Anfrage wurde nicht genehmigt. Es wurde nichts gekauft.
    Der App Store nimmt diesen Code nicht an.
    Zahlungsart ändern
    """,
    """
    % erreichen
    % ist erreicht
    % zeigen
    % löschen
    % wurde verwendet.
    % in Verwendung
    """)

  private static let spanish = PhoneWords(
    """
    Funciones
    Ajustes
    Hitos
    Paywalls
    Usar
    Añadir
    Cuenta
    Sesión no iniciada
    Iniciar sesión o registrarse
    Cerrar sesión
    Inicia sesión o crea una cuenta. Conservarás lo que tienes aquí.
    Correo electrónico
    Contraseña
    Iniciar sesión
    Crear una cuenta
    Ahora no
    Sin conexión. Se muestra lo que sabe este teléfono.
    Abrir la notificación
    Pestañas de la app
    Tu compra se ha aprobado.
    Tu solicitud no se ha aprobado. No se ha comprado nada.
    El App Store no acepta este código.
    Actualizar el pago
    """,
    """
    Alcanzar %
    % alcanzado
    Mostrar %
    Eliminar %
    Se ha usado %.
    % en uso
    """)

  private static let french = PhoneWords(
    """
    Fonctions
    Réglages
    Étapes
    Paywalls
    Utiliser
    Ajouter
    Compte
    Non connecté
    Se connecter ou s’inscrire
    Se déconnecter
    Connectez-vous ou créez un compte. Vous conservez ce que vous avez ici.
    E-mail
    Mot de passe
    Se connecter
    Créer un compte
    Plus tard
    Pas de connexion. Voici ce que ce téléphone sait.
    Ouvrir la notification
    Onglets de l’app
    Votre achat a été approuvé.
    Votre demande n’a pas été approuvée. Rien n’a été acheté.
    L’App Store n’accepte pas ce code.
    Modifier le paiement
    """,
    """
    Atteindre %
    % est atteint
    Afficher %
    Supprimer %
    % a été utilisé.
    % en cours
    """)

  private static let japanese = PhoneWords(
    """
    機能
    設定
    マイルストーン
    ペイウォール
    使う
    追加
    アカウント
    サインインしていません
    サインインまたは登録
    サインアウト
    サインインするか、アカウントを作成してください。ここにあるものは引き継がれます。
    メールアドレス
    パスワード
    サインイン
    アカウントを作成
    あとで
    接続がありません。この電話にある情報を表示しています。
    通知を開く
    アプリのタブ
    購入が承認されました。
    リクエストは承認されませんでした。何も購入されていません。
    このコードはApp Storeで使えません。
    支払い方法を更新
    """,
    """
    %に到達する
    %に到達済み
    %を表示
    %を削除
    %を使いました。
    %で保持中
    """)

  private static let arabic = PhoneWords(
    """
    الميزات
    الإعدادات
    المراحل
    صفحات الاشتراك
    استخدام
    إضافة
    الحساب
    لم يتم تسجيل الدخول
    تسجيل الدخول أو إنشاء حساب
    تسجيل الخروج
    سجّل الدخول أو أنشئ حسابًا. سيبقى معك كل ما لديك هنا.
    البريد الإلكتروني
    كلمة السر
    تسجيل الدخول
    إنشاء حساب
    ليس الآن
    لا يوجد اتصال. يظهر ما يعرفه هذا الهاتف.
    فتح الإشعار
    علامات تبويب التطبيق
    تمت الموافقة على الشراء.
    لم تتم الموافقة على طلبك. لم يتم شراء أي شيء.
    لا يقبل App Store هذا الرمز.
    تحديث طريقة الدفع
    """,
    """
    بلوغ %
    تم بلوغ %
    عرض %
    حذف %
    تم استخدام %.
    % قيد الاستخدام
    """)
}
