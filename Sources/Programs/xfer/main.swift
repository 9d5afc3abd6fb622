import Commands

Application.main()
